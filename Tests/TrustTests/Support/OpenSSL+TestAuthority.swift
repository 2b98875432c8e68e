import COpenSSL
import Foundation
import Testing

@testable import Trust

// Unchecked: the EVP_PKEY is only read after `init`.

/// A private key made for a test.
final class TestKey: @unchecked Sendable {
    let handle: OpaquePointer

    enum Kind: Hashable {
        case curve(String)
        case rsa(UInt32)
        case ed25519
    }

    init(_ kind: Kind = .curve("P-256")) throws {
        let made =
            switch kind {
            case .curve(let name): co_curve_key_new(name)
            case .rsa(let bits): co_rsa_key_new(bits)
            case .ed25519: Self.edwards()
            }
        handle = try #require(made)
    }

    deinit { EVP_PKEY_free(handle) }

    private static func edwards() -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_keygen(context, &key) == 1 else { return nil }
        return key
    }
}

/// What a test certificate says; the defaults are a right server's leaf.
struct Recipe {
    var subject = "leaf.test"
    var alternativeNames: String? = "DNS:leaf.test"
    var isAuthority: Bool?
    var pathLength: Int?
    var keyUsage: String?
    var extendedKeyUsage: String? = "serverAuth"
    var nameConstraints: String?
    /// TLS feature status_request (RFC 7633).
    var demandsStaple = false
    var from = Date(timeIntervalSince1970: 1_750_000_000)
    var to = Date(timeIntervalSince1970: 1_780_000_000)
    var digest = "sha256"
    var hasIdentifiers = true
    var version = 2
    /// Further extensions by OpenSSL's short name, or by OID with a DER value in hexadecimal.
    var critical: String?
    /// Further extensions by OID, with whatever stands in the place of their value.
    var raw: [(identifier: String, value: [UInt8])] = []
    /// The end of the validity as a UTCTime of just this text.
    var toText: String?

    static func authority(_ name: String, pathLength: Int? = nil) -> Recipe {
        var recipe = Recipe()
        recipe.subject = name
        recipe.alternativeNames = nil
        recipe.isAuthority = true
        recipe.pathLength = pathLength
        recipe.keyUsage = "critical,keyCertSign,cRLSign"
        recipe.extendedKeyUsage = nil
        recipe.from = Date(timeIntervalSince1970: 1_400_000_000)
        recipe.to = Date(timeIntervalSince1970: 2_000_000_000)
        return recipe
    }

    func with(_ change: (inout Recipe) -> Void) -> Recipe {
        var copy = self
        change(&copy)
        return copy
    }
}

/// A certificate with its key, issued in a test.
struct TestIdentity: Sendable {
    let certificate: Certificate
    let key: TestKey

    /// A self-signed one.
    static func selfSigned(_ recipe: Recipe, key: TestKey? = nil) throws -> TestIdentity {
        let key = try key ?? TestKey()
        return TestIdentity(certificate: try issue(recipe, key, by: nil), key: key)
    }

    /// One issued by this one.
    func issue(_ recipe: Recipe = Recipe(), key: TestKey? = nil) throws -> TestIdentity {
        let key = try key ?? TestKey()
        return TestIdentity(certificate: try Self.issue(recipe, key, by: self), key: key)
    }

    var presented: PresentedCertificate { PresentedCertificate(certificate) }
    var pin: Pin { .certificate(certificate) }

    /// As an identity of a file.
    func identity(file: String = "client.p12", chain: [Certificate] = []) -> Identity {
        EVP_PKEY_up_ref(key.handle)
        return Identity(takingOwnershipOf: key.handle, file: file, leaf: certificate, chain: chain)
    }

    private static func issue(_ recipe: Recipe, _ key: TestKey, by issuer: TestIdentity?) throws -> Certificate {
        let handle = try #require(X509_new())
        X509_set_version(handle, recipe.version)
        ASN1_INTEGER_set_uint64(X509_get_serialNumber(handle), UInt64.random(in: 1 << 40..<1 << 60))
        set(X509_getm_notBefore(handle), recipe.from)
        set(X509_getm_notAfter(handle), recipe.to)
        if let text = recipe.toText {
            let time = try #require(ASN1_STRING_type_new(V_ASN1_UTCTIME))
            defer { ASN1_STRING_free(time) }
            ASN1_STRING_set(time, text, Int32(text.utf8.count))
            try #require(X509_set1_notAfter(handle, time) == 1)
        }
        let name = try #require(X509_get_subject_name(handle))
        if !recipe.subject.isEmpty {
            X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, recipe.subject, -1, -1, 0)
        }
        X509_set_pubkey(handle, key.handle)
        func finish(_ issuerHandle: OpaquePointer, _ issuerKey: OpaquePointer) throws {
            X509_set_issuer_name(handle, X509_get_subject_name(issuerHandle))
            if recipe.version == 2 { try addExtensions(recipe, handle, issuerHandle) }
            let isEdwards = EVP_PKEY_get_base_id(issuerKey) == EVP_PKEY_ED25519
            try #require(X509_sign(handle, issuerKey, isEdwards ? nil : EVP_get_digestbyname(recipe.digest)) > 0)
        }
        if let issuer {
            try issuer.certificate.withX509 { try finish($0, issuer.key.handle) }
        } else {
            try finish(handle, key.handle)
        }
        return Certificate(takingOwnershipOf: handle)
    }

    private static func set(_ field: UnsafeMutablePointer<ASN1_TIME>?, _ date: Date) {
        ASN1_TIME_set(field, Int(date.timeIntervalSince1970))
    }

    private static func addExtensions(_ recipe: Recipe, _ handle: OpaquePointer, _ issuer: OpaquePointer) throws {
        var values: [(Int32, String)] = []
        if recipe.hasIdentifiers {
            values.append((NID_subject_key_identifier, "hash"))
            if X509_get_subject_name(handle) != X509_get_subject_name(issuer) {
                values.append((NID_authority_key_identifier, "keyid"))
            }
        }
        if let isAuthority = recipe.isAuthority {
            let length = recipe.pathLength.map { ",pathlen:\($0)" } ?? ""
            values.append((NID_basic_constraints, "critical,CA:\(isAuthority ? "TRUE" : "FALSE")\(length)"))
        }
        if let usage = recipe.keyUsage { values.append((NID_key_usage, usage)) }
        if let usage = recipe.extendedKeyUsage { values.append((NID_ext_key_usage, usage)) }
        if let names = recipe.alternativeNames { values.append((NID_subject_alt_name, names)) }
        if recipe.demandsStaple { values.append((NID_tlsfeature, "status_request")) }
        if let constraints = recipe.nameConstraints { values.append((NID_name_constraints, constraints)) }
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer, handle, nil, nil, 0)
        for (nid, value) in values {
            let made = try #require(X509V3_EXT_conf_nid(nil, &context, nid, value), "\(value)")
            X509_add_ext(handle, made, -1)
            X509_EXTENSION_free(made)
        }
        let unknown = recipe.critical.map { [(identifier: $0, value: [0x05, 0x00] as [UInt8])] } ?? []
        for (identifier, value) in unknown + recipe.raw {
            let object = try #require(OBJ_txt2obj(identifier, 1))
            defer { ASN1_OBJECT_free(object) }
            let data = try #require(ASN1_OCTET_STRING_new())
            defer { ASN1_OCTET_STRING_free(data) }
            ASN1_OCTET_STRING_set(data, value, Int32(value.count))
            let made = try #require(X509_EXTENSION_create_by_OBJ(nil, object, 1, data))
            X509_add_ext(handle, made, -1)
            X509_EXTENSION_free(made)
        }
    }
}
