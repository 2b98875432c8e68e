import COpenSSL
import Foundation
import Trust

/// Certificates and keys made for one test: whatever it needs, and wrong in whatever way it needs.
final class TestPKI: @unchecked Sendable {
    // Unchecked: OpenSSL's objects are only read after they were made.

    /// A certificate with its key.
    final class Entity: @unchecked Sendable {
        // Unchecked: OpenSSL's objects are only read after they were made.
        let certificate: OpaquePointer
        let key: OpaquePointer

        init(certificate: OpaquePointer, key: OpaquePointer) {
            self.certificate = certificate
            self.key = key
        }

        deinit {
            X509_free(certificate)
            EVP_PKEY_free(key)
        }

        /// The same certificate as the product reads it.
        var value: Certificate {
            X509_up_ref(certificate)
            return Certificate(takingOwnershipOf: certificate)
        }

        /// The certificate in PEM armor.
        var pem: String { Self.armored { PEM_write_bio_X509($0, certificate) } }

        /// The key in PEM armor, for a server of another program.
        var keyPEM: String { Self.armored { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) } }

        private static func armored(_ write: (OpaquePointer) -> Int32) -> String {
            guard let memory = BIO_new(BIO_s_mem()) else { return "" }
            defer { BIO_free(memory) }
            guard write(memory) == 1 else { return "" }
            var bytes = [UInt8](repeating: 0, count: 16_384)
            let count = BIO_read(memory, &bytes, Int32(bytes.count))
            return String(decoding: bytes.prefix(Int(max(0, count))), as: UTF8.self)
        }

        /// The same as a client's identity.
        func identity(file: String = "client.p12", chain: [Entity] = []) -> Identity {
            EVP_PKEY_up_ref(key)
            return Identity(takingOwnershipOf: key, file: file, leaf: value, chain: chain.map(\.value))
        }
    }

    /// What a certificate says.
    struct Fields {
        var commonName: String
        var issuer: Entity?
        var isAuthority = false
        var alternativeNames: String?
        var usage: String?
        var from = -3600
        var until = 86_400 * 30
        var rsaBits: Int32?
    }

    let root: Entity
    let intermediate: Entity
    let server: Entity
    let client: Entity
    let otherRoot: Entity

    init() {
        root = Self.make(Fields(commonName: "Test Root", isAuthority: true))
        intermediate = Self.make(Fields(commonName: "Test Intermediate", issuer: root, isAuthority: true))
        server = Self.make(
            Fields(
                commonName: "localhost",
                issuer: intermediate,
                alternativeNames: "DNS:localhost,IP:127.0.0.1",
                usage: "serverAuth"
            )
        )
        client = Self.make(Fields(commonName: "alice", issuer: intermediate, usage: "clientAuth"))
        otherRoot = Self.make(Fields(commonName: "Other Root", isAuthority: true))
    }

    static let shared = TestPKI()

    static func make(_ fields: Fields) -> Entity {
        guard let key = fields.rsaBits.map({ co_rsa_key_new(UInt32($0)) }) ?? co_ec_key_new(),
            let certificate = X509_new()
        else { preconditionFailure("no memory for a test's certificate") }
        X509_set_version(certificate, 2)
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1...0xffff_ffff))
        X509_gmtime_adj(X509_getm_notBefore(certificate), fields.from)
        X509_gmtime_adj(X509_getm_notAfter(certificate), fields.until)
        X509_set_pubkey(certificate, key)
        let name = X509_get_subject_name(certificate)
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, fields.commonName, -1, -1, 0)
        let issuer = fields.issuer
        X509_set_issuer_name(certificate, X509_get_subject_name(issuer?.certificate ?? certificate))
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer?.certificate ?? certificate, certificate, nil, nil, 0)
        var extensions = [
            (NID_basic_constraints, fields.isAuthority ? "critical,CA:TRUE" : "CA:FALSE"),
            (NID_subject_key_identifier, "hash"), (NID_authority_key_identifier, "keyid"),
        ]
        if let names = fields.alternativeNames { extensions.append((NID_subject_alt_name, names)) }
        if let usage = fields.usage { extensions.append((NID_ext_key_usage, usage)) }
        for (identifier, value) in extensions {
            guard let made = X509V3_EXT_conf_nid(nil, &context, identifier, value) else { continue }
            X509_add_ext(certificate, made, -1)
            X509_EXTENSION_free(made)
        }
        X509_sign(certificate, issuer?.key ?? key, EVP_sha256())
        return Entity(certificate: certificate, key: key)
    }
}
