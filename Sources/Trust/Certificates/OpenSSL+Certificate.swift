import COpenSSL
import Foundation

/// Reads the parts of an X509 into values.
enum OpenSSLCertificate {
    static func decode(_ der: [UInt8]) -> OpaquePointer? {
        der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var position = buffer.baseAddress
            guard let handle = d2i_X509(nil, &position, buffer.count) else {
                ERR_clear_error()
                return nil
            }
            guard position == buffer.baseAddress?.advanced(by: buffer.count), X509_get0_pubkey_bitstr(handle) != nil
            else {
                X509_free(handle)
                return nil
            }
            return handle
        }
    }

    static func free(_ handle: OpaquePointer) { X509_free(handle) }

    static func encode(_ handle: OpaquePointer) -> [UInt8] {
        bytes { i2d_X509(handle, $0) }
    }

    static func publicKeyInfo(_ handle: OpaquePointer) -> [UInt8] {
        bytes { i2d_X509_PUBKEY(X509_get_X509_PUBKEY(handle), $0) }
    }

    static func name(_ name: OpaquePointer?) -> DistinguishedName {
        guard let name else { return DistinguishedName(der: [], text: "", commonName: nil) }
        let der = bytes { i2d_X509_NAME(name, $0) }
        return DistinguishedName(openSSL: name, der: der)
    }

    static func subject(_ handle: OpaquePointer) -> DistinguishedName { name(X509_get_subject_name(handle)) }

    static func issuer(_ handle: OpaquePointer) -> DistinguishedName { name(X509_get_issuer_name(handle)) }

    static func serialNumber(_ handle: OpaquePointer) -> String {
        guard let serial = X509_get0_serialNumber(handle) else { return "" }
        let digits = octets(serial) ?? []
        let text = digits.map { byte in
            let hex = String(byte, radix: 16)
            return hex.count == 1 ? "0" + hex : hex
        }.joined(separator: ":")
        let isNegative = ASN1_STRING_type(serial) & V_ASN1_NEG != 0
        return (isNegative ? "-" : "") + (text.isEmpty ? "00" : text)
    }

    /// A time that cannot be read never comes.
    static func notBefore(_ handle: OpaquePointer) -> Date { date(X509_get0_notBefore(handle)) ?? .distantFuture }

    /// A time that cannot be read is over.
    static func notAfter(_ handle: OpaquePointer) -> Date { date(X509_get0_notAfter(handle)) ?? .distantPast }

    static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
        var parts = tm()
        guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
    }

    static func subjectKeyIdentifier(_ handle: OpaquePointer) -> [UInt8]? { octets(X509_get0_subject_key_id(handle)) }

    static func authorityKeyIdentifier(_ handle: OpaquePointer) -> [UInt8]? {
        octets(X509_get0_authority_key_id(handle))
    }

    static func octets(_ string: UnsafePointer<ASN1_OCTET_STRING>?) -> [UInt8]? {
        guard let string, let data = ASN1_STRING_get0_data(string) else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(ASN1_STRING_length(string))))
    }

    static func alternativeNames(_ handle: OpaquePointer) -> [GeneralName]? {
        guard let names = X509_get_ext_d2i(handle, NID_subject_alt_name, nil, nil) else { return nil }
        defer { GENERAL_NAMES_free(OpaquePointer(names)) }
        return (0..<co_stack_count(names)).compactMap { index in
            co_stack_value(names, index).map { generalName($0.assumingMemoryBound(to: GENERAL_NAME.self)) }
        }
    }

    static func generalName(_ name: UnsafePointer<GENERAL_NAME>) -> GeneralName {
        var kind: Int32 = 0
        let value = GENERAL_NAME_get0_value(name, &kind)
        func text() -> String {
            let bytes = octets(value.map { UnsafePointer($0.assumingMemoryBound(to: ASN1_STRING.self)) }) ?? []
            return escaped(bytes)
        }
        switch kind {
        case GEN_DNS: return .dns(text())
        case GEN_EMAIL: return .email(text())
        case GEN_URI: return .uri(text())
        case GEN_IPADD:
            return .ipAddress(octets(value.map { UnsafePointer($0.assumingMemoryBound(to: ASN1_STRING.self)) }) ?? [])
        case GEN_DIRNAME: return .directory(self.name(value.map { OpaquePointer($0) }))
        case GEN_OTHERNAME: return .other("otherName")
        case GEN_RID: return .other("registeredID")
        case GEN_X400: return .other("x400Address")
        default: return .other("ediPartyName")
        }
    }

    /// ASCII as it is; every other byte as `\xNN`, so that no two encodings look alike.
    static func escaped(_ bytes: [UInt8]) -> String {
        var result = ""
        for byte in bytes {
            if byte >= 0x20, byte < 0x7f, byte != 0x5c {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let hex = String(byte, radix: 16)
                result += "\\x" + (hex.count == 1 ? "0" + hex : hex)
            }
        }
        return result
    }

    static func keyKind(_ handle: OpaquePointer) -> Certificate.KeyKind {
        guard let key = X509_get0_pubkey(handle) else {
            ERR_clear_error()
            return Certificate.KeyKind(algorithm: "unknown", bits: 0, curve: nil)
        }
        return keyKind(ofKey: key)
    }

    static func keyKind(ofKey key: OpaquePointer) -> Certificate.KeyKind {
        let bits = Int(EVP_PKEY_get_bits(key))
        var group = [CChar](repeating: 0, count: 64)
        let hasGroup = EVP_PKEY_get_group_name(key, &group, group.count, nil) == 1
        let groupName = String(decoding: group.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let names = [
            "prime256v1": "P-256", "secp384r1": "P-384", "secp521r1": "P-521", "secp224r1": "P-224",
            "prime192v1": "P-192",
        ]
        switch EVP_PKEY_get_base_id(key) {
        case EVP_PKEY_RSA: return .init(algorithm: "RSA", bits: bits, curve: nil)
        case Int32(NID_rsassaPss): return .init(algorithm: "RSA-PSS", bits: bits, curve: nil)
        case EVP_PKEY_EC:
            return .init(algorithm: "EC", bits: bits, curve: hasGroup ? names[groupName] ?? groupName : nil)
        case Int32(NID_sm2): return .init(algorithm: "SM2", bits: bits, curve: nil)
        case EVP_PKEY_ED25519: return .init(algorithm: "Ed25519", bits: bits, curve: nil)
        case EVP_PKEY_ED448: return .init(algorithm: "Ed448", bits: bits, curve: nil)
        case EVP_PKEY_DSA: return .init(algorithm: "DSA", bits: bits, curve: nil)
        default:
            let name = EVP_PKEY_get0_type_name(key).map { String(cString: $0) }
            return .init(algorithm: name ?? "unknown", bits: bits, curve: nil)
        }
    }

    static func signature(_ handle: OpaquePointer) -> (algorithm: String, digest: String?) {
        let identifier = X509_get_signature_nid(handle)
        let algorithm = OBJ_nid2ln(identifier).map { String(cString: $0) } ?? "unknown"
        var digest: Int32 = 0
        guard X509_get_signature_info(handle, &digest, nil, nil, nil) == 1 else {
            ERR_clear_error()
            return (algorithm, nil)
        }
        return (algorithm, digest == NID_undef ? nil : OBJ_nid2ln(digest).map { String(cString: $0).lowercased() })
    }

    static func basicConstraints(_ handle: OpaquePointer) -> Certificate.BasicConstraints? {
        guard let extensionValue = X509_get_ext_d2i(handle, NID_basic_constraints, nil, nil) else { return nil }
        let constraints = extensionValue.assumingMemoryBound(to: BASIC_CONSTRAINTS.self)
        defer { BASIC_CONSTRAINTS_free(constraints) }
        let length = constraints.pointee.pathlen.map { Int(ASN1_INTEGER_get($0)) }
        return .init(isAuthority: constraints.pointee.ca != 0, pathLength: length)
    }

    static func keyUsage(_ handle: OpaquePointer) -> [String]? {
        guard let value = X509_get_ext_d2i(handle, NID_key_usage, nil, nil) else { return nil }
        let bits = value.assumingMemoryBound(to: ASN1_BIT_STRING.self)
        defer { ASN1_BIT_STRING_free(bits) }
        let names = [
            "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
            "cRLSign", "encipherOnly", "decipherOnly",
        ]
        return names.indices.filter { ASN1_BIT_STRING_get_bit(bits, Int32($0)) == 1 }.map { names[$0] }
    }

    static func extendedKeyUsage(_ handle: OpaquePointer) -> [String]? {
        guard let usages = X509_get_ext_d2i(handle, NID_ext_key_usage, nil, nil) else { return nil }
        defer { EXTENDED_KEY_USAGE_free(OpaquePointer(usages)) }
        return (0..<co_stack_count(usages)).compactMap { index in
            co_stack_value(usages, index).flatMap { objectIdentifier(OpaquePointer($0)) }
        }
    }

    static func objectIdentifier(_ object: OpaquePointer) -> String? {
        var text = [CChar](repeating: 0, count: 128)
        guard OBJ_obj2txt(&text, Int32(text.count), object, 1) > 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func informationAccess(_ handle: OpaquePointer) -> (issuers: [String], ocsp: [String]) {
        guard let value = X509_get_ext_d2i(handle, NID_info_access, nil, nil) else { return ([], []) }
        defer { AUTHORITY_INFO_ACCESS_free(OpaquePointer(value)) }
        var issuers: [String] = []
        var responders: [String] = []
        for index in 0..<co_stack_count(value) {
            guard let entry = co_stack_value(value, index)?.assumingMemoryBound(to: ACCESS_DESCRIPTION.self).pointee,
                let location = entry.location, case .uri(let address) = generalName(location)
            else { continue }
            switch OBJ_obj2nid(entry.method) {
            case NID_ad_ca_issuers: issuers.append(address)
            case NID_ad_OCSP: responders.append(address)
            default: break
            }
        }
        return (issuers, responders)
    }

    /// The bytes that an `i2d_…` function writes.
    static func bytes(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        let count = encode(&output)
        guard count > 0, let output else { return [] }
        defer { co_openssl_free(output) }
        return Array(UnsafeBufferPointer(start: output, count: Int(count)))
    }
}
