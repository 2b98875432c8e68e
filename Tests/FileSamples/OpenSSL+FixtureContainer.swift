import COpenSSL
import Foundation

import Trust

/// Makes PKCS#12 containers of every kind that readers meet.
package struct FixtureContainer {
    /// A part with certificates or keys.
    package struct Part {
        package enum Content {
            case certificate(FixtureCertificate, name: String? = nil, id: [UInt8]? = nil)
            /// A key encrypted on its own.
            case key(
                FixtureKey,
                name: String? = nil,
                id: [UInt8]? = nil,
                scheme: Scheme = .tripleDES,
                passPhrase: [UInt8]
            )
            case plainKey(FixtureKey, id: [UInt8]? = nil)
        }

        package var content: [Content]
        /// nil: not encrypted.
        package var scheme: Scheme?
        package var passPhrase: [UInt8]?
        package var iterations: Int32

        package init(
            content: [Content],
            scheme: Scheme? = nil,
            passPhrase: [UInt8]? = [],
            iterations: Int32 = 2048
        ) {
            self.content = content
            self.scheme = scheme
            self.passPhrase = passPhrase
            self.iterations = iterations
        }
    }

    package enum Scheme {
        case rc2
        case tripleDES
        case aes256
        case aes128

        var identifier: Int32 {
            switch self {
            case .rc2: NID_pbe_WithSHA1And40BitRC2_CBC
            case .tripleDES: NID_pbe_WithSHA1And3_Key_TripleDES_CBC
            case .aes256: NID_aes_256_cbc
            case .aes128: NID_aes_128_cbc
            }
        }
    }

    package var parts: [Part]
    /// nil: no MAC.
    package var macDigest: String? = "SHA1"
    /// nil: the null pass phrase.
    package var macPassPhrase: [UInt8]? = []
    package var macIterations: Int32 = 2048

    /// A leaf with its key and some issuers, certificates first, all with one pass phrase and scheme.
    package init(
        _ leaf: FixtureCertificate,
        issuers: [FixtureCertificate] = [],
        passPhrase: String = "secret",
        scheme: Scheme = .tripleDES,
        name: String? = "client-one"
    ) {
        let bytes = Array(passPhrase.utf8)
        let id: [UInt8] = [1, 2, 3]
        parts = [
            Part(
                content: [.certificate(leaf, name: name, id: id)] + issuers.map { .certificate($0) },
                scheme: scheme,
                passPhrase: bytes
            ),
            Part(content: [.key(leaf.key, name: name, id: id, scheme: scheme, passPhrase: bytes)]),
        ]
        macPassPhrase = bytes
        macDigest = scheme == .aes256 || scheme == .aes128 ? "SHA256" : "SHA1"
    }

    package init(parts: [Part]) { self.parts = parts }

    /// The DER encoding.
    package func bytes() throws -> [UInt8] {
        guard let library = FixtureLibrary(), let safes = co_pkcs7_stack_new() else {
            throw FixtureKey.Failure()
        }
        defer { co_pkcs7_stack_free(safes) }
        for part in parts { co_pkcs7_stack_push(safes, try safe(part, library)) }
        guard let container = PKCS12_init_ex(NID_pkcs7_data, library.context, nil) else { throw FixtureKey.Failure() }
        defer { PKCS12_free(container) }
        guard PKCS12_pack_authsafes(container, safes) == 1 else { throw FixtureKey.Failure() }
        if let macDigest {
            var salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
            let set = Self.withCString(macPassPhrase) { text, count in
                PKCS12_set_mac(
                    container,
                    text,
                    count,
                    &salt,
                    8,
                    macIterations,
                    EVP_get_digestbyname(macDigest)
                )
            }
            guard set == 1 else { throw FixtureKey.Failure() }
        }
        return FixtureKey.bytes { i2d_PKCS12(container, $0) }
    }

    private func safe(_ part: Part, _ library: FixtureLibrary) throws -> UnsafeMutablePointer<PKCS7> {
        guard let bags = co_safebag_stack_new() else { throw FixtureKey.Failure() }
        defer { co_safebag_stack_free(bags) }
        for content in part.content { co_safebag_stack_push(bags, try bag(content, library)) }
        let safe: UnsafeMutablePointer<PKCS7>?
        if let scheme = part.scheme {
            safe = Self.withCString(part.passPhrase) { text, count in
                PKCS12_pack_p7encdata_ex(
                    scheme.identifier,
                    text,
                    count,
                    nil,
                    0,
                    part.iterations,
                    bags,
                    library.context,
                    nil
                )
            }
        } else {
            safe = PKCS12_pack_p7data(bags)
        }
        guard let safe else { throw FixtureKey.Failure() }
        return safe
    }

    private func bag(_ content: Part.Content, _ library: FixtureLibrary) throws -> OpaquePointer {
        var bag: OpaquePointer?
        var name: String?
        var id: [UInt8]?
        switch content {
        case .certificate(let certificate, let friendlyName, let identifier):
            bag = certificate.certificate.withX509 { PKCS12_SAFEBAG_create_cert($0) }
            (name, id) = (friendlyName, identifier)
        case .plainKey(let key, let identifier):
            bag = EVP_PKEY2PKCS8(key.handle).flatMap { PKCS12_SAFEBAG_create0_p8inf($0) }
            id = identifier
        case .key(let key, let friendlyName, let identifier, let scheme, let passPhrase):
            guard let info = EVP_PKEY2PKCS8(key.handle) else { throw FixtureKey.Failure() }
            defer { PKCS8_PRIV_KEY_INFO_free(info) }
            bag = Self.withCString(passPhrase) { text, count in
                PKCS12_SAFEBAG_create_pkcs8_encrypt_ex(
                    scheme.identifier,
                    text,
                    count,
                    nil,
                    0,
                    2048,
                    info,
                    library.context,
                    nil
                )
            }
            (name, id) = (friendlyName, identifier)
        }
        guard let bag else { throw FixtureKey.Failure() }
        if let name { PKCS12_add_friendlyname_utf8(bag, name, -1) }
        if var id { PKCS12_add_localkeyid(bag, &id, Int32(id.count)) }
        return bag
    }

    private static func withCString<Result>(
        _ bytes: [UInt8]?,
        _ body: (UnsafePointer<CChar>?, Int32) -> Result
    ) -> Result {
        guard let bytes else { return body(nil, 0) }
        return (bytes + [0]).withUnsafeBytes { buffer in
            body(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
    }
}

/// A library context with the legacy provider, so that old containers can be made.
private final class FixtureLibrary {
    let context: OpaquePointer
    private var providers: [OpaquePointer] = []

    init?() {
        guard let context = OSSL_LIB_CTX_new() else { return nil }
        self.context = context
        providers = [OSSL_PROVIDER_load(context, "default"), OSSL_PROVIDER_load(context, "legacy")].compactMap(\.self)
        guard providers.count == 2 else { return nil }
    }

    deinit {
        for provider in providers { OSSL_PROVIDER_unload(provider) }
        OSSL_LIB_CTX_free(context)
    }
}
