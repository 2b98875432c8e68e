import Diagnosis

// Which command converts a file depends on how it is written: OpenSSL's own where it reads the file, else this program's.

extension FileCommand {
    /// Writes one certificate in DER: the first.
    func firstInDER(_ content: FileContent) -> String {
        content.isOdd
            ? certificate(to: "-der.cer", form: "der")
            : "openssl x509 -in \(word) -outform DER -out \(beside("-der.cer"))"
    }

    /// What a PEM file holds, in DER: one certificate, several as PKCS#7, a key alone; nil where nothing fits.
    func binary(_ content: FileContent) -> String? {
        if content.certificates.count == 1, content.bundles == 0 { return firstInDER(content) }
        if content.certificates.count > 1 || content.bundles > 0 { return bundle(content) }
        if let key = content.privateKeys.first, !content.isOdd {
            // An encrypted key is not written in the open.
            return key.isEncrypted
                ? "openssl pkcs8 -topk8 -in \(word) -outform DER -out \(beside("-der.p8"))"
                : "openssl pkey -in \(word) -outform DER -out \(beside("-der.p8"))"
        }
        guard !content.isOdd, content.format == .pem, !content.objects.isEmpty else { return nil }
        return "openssl pkey -pubin -in \(word) -outform DER -out \(beside("-der.pub"))"
    }

    /// The certificates of a PEM file as PKCS#7 in DER.
    func bundle(_ content: FileContent) -> String {
        if content.isOdd || content.bundles > 0 { return certificate(to: "-all.p7b", form: "p7b") }
        return "openssl crl2pkcs7 -nocrl -certfile \(word) -outform DER -out \(beside("-all.p7b"))"
    }

    /// What a PEM file holds as PKCS#12; nil where it holds no certificate.
    ///
    /// - Parameter key: the file of the private key, where it has one of its own.
    func container(_ content: FileContent, key: String?) -> String? {
        guard !content.certificates.isEmpty else { return nil }
        let hasKey = key != nil || !content.privateKeys.isEmpty
        if content.isOdd { return hasKey ? identity(to: "-new.p12", key: key) : nil }
        let keyOption = key.map { " -inkey \(Problem.shellWord($0))" } ?? (hasKey ? "" : " -nokeys")
        return "openssl pkcs12 -export\(keyOption) -in \(word) -out \(beside("-new.p12"))"
    }

    /// What a DER file holds as PEM.
    func text(_ content: FileContent) -> String {
        text(content, command: { "openssl \($0) -inform DER -in \(word) -out \(beside("-text.pem"))" })
    }

    /// What the base64 of a DER file holds as PEM.
    func armored(_ content: FileContent) -> String {
        text(content, command: { "base64 -di \(word) | openssl \($0) -inform DER -out \(beside("-text.pem"))" })
    }

    private func text(_ content: FileContent, command: (String) -> String) -> String {
        switch content.format {
        case .privateKey:
            command(content.privateKeys.contains(where: \.isEncrypted) ? "pkcs8 -topk8" : "pkey")
        case .publicKey: command("pkey -pubin")
        case .certificateRequest: command("req")
        default:
            content.certificates.count == 1 && content.bundles == 0
                ? command("x509") : certificate(to: "-text.pem", form: "pem")
        }
    }

    /// What could be read of text in bad form, written anew; nil where that is no certificate.
    func repaired(_ content: FileContent) -> String? {
        guard !content.certificates.isEmpty, content.problem == nil else { return nil }
        return content.privateKeys.isEmpty
            ? certificate(to: "-repaired.pem", form: "pem") : identity(to: "-repaired.pem", options: " --form pem")
    }

    /// The certificates of a PKCS#7 bundle as PEM.
    func certificates(ofBundle isText: Bool, isOdd: Bool) -> String {
        if isOdd { return certificate(to: "-certs.pem", form: "pem") }
        return "openssl pkcs7 -print_certs\(isText ? "" : " -inform DER") -in \(word) -out \(beside("-certs.pem"))"
    }
}
