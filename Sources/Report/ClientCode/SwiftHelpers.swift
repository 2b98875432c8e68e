/// Functions that the generated Swift calls: reading certificates, chains and keys.
enum SwiftHelpers {
    /// A certificate's bytes and the members of a chain.
    static let chain = """

        private func certificate(_ base64: String) -> SecCertificate? {
            Data(base64Encoded: base64).flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        }

        private func bytes(_ certificate: SecCertificate) -> Data { SecCertificateCopyData(certificate) as Data }

        private func chain(of trust: SecTrust) -> [SecCertificate] {
            SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        }
        """

    /// The hash of a certificate's SubjectPublicKeyInfo, which Security gives without its head.
    static let keyHash = """

        /// The base64 of the SHA-256 of the SubjectPublicKeyInfo: the system gives the key alone, its head is added here.
        private func keyHash(_ certificate: SecCertificate) -> String? {
            guard let key = SecCertificateCopyKey(certificate),
                let attributes = SecKeyCopyAttributes(key) as? [String: Any],
                let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?,
                let type = attributes[kSecAttrKeyType as String] as? String,
                let size = attributes[kSecAttrKeySizeInBits as String] as? Int
            else { return nil }
            let heads: [String: [Int: String]] = [
                kSecAttrKeyTypeRSA as String: [
                    2048: "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A", 3072: "MIIBojANBgkqhkiG9w0BAQEFAAOCAY8A",
                    4096: "MIICIjANBgkqhkiG9w0BAQEFAAOCAg8A",
                ],
                kSecAttrKeyTypeECSECPrimeRandom as String: [
                    256: "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgA=", 384: "MHYwEAYHKoZIzj0CAQYFK4EEACIDYgA=",
                    521: "MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAA==",
                ],
            ]
            guard let head = heads[type]?[size].flatMap({ Data(base64Encoded: $0) }) else { return nil }
            return Data(SHA256.hash(data: head + bytes)).base64EncodedString()
        }
        """

    /// Files of the bundle.
    static let files = """

        private func data(_ file: String) -> Data? {
            let name = file.split(separator: ".")
            guard name.count == 2,
                let url = Bundle.main.url(forResource: String(name[0]), withExtension: String(name[1]))
            else { return nil }
            return try? Data(contentsOf: url)
        }

        private func certificate(file: String) -> SecCertificate? {
            data(file).flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        }

        private func isDottedAddress(_ host: String) -> Bool {
            let groups = host.split(separator: ".", omittingEmptySubsequences: false)
            return groups.count == 4 && groups.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(\\.isNumber) }
        }
        """

    /// Swift takes no other cast to a type of Core Foundation.
    private static let forced = "!"

    /// The identity of a file; what goes with the leaf is said by `sendsChain`.
    static func identity(sendsChain: Bool) -> String {
        let chain =
            sendsChain
            ? "Array(((first[kSecImportItemCertChain as String] as? [SecCertificate]) ?? []).dropFirst())" : "nil"
        return """

            /// The first identity of a PKCS#12 file; nil when there is none, or the pass phrase is wrong.
            private func identity(_ file: String) -> URLCredential? {
                guard let file = data(file) else { return nil }
                var items: CFArray?
                let options = [kSecImportExportPassphrase as String: passPhrase] as CFDictionary
                guard SecPKCS12Import(file as CFData, options, &items) == errSecSuccess,
                    let first = (items as? [[String: Any]])?.first, let found = first[kSecImportItemIdentity as String]
                else { return nil }
                let identity = found as\(forced) SecIdentity
                return URLCredential(identity: identity, certificates: \(chain), persistence: .forSession)
            }
            """
    }
}
