import Diagnosis

/// Tells DER and BER files apart by the shape of their outermost items.
enum DERContent {
    static func detectCertificates(_ input: FileInput) -> FileContent? {
        guard input.bytes.first == 0x30 else { return nil }
        var objects: [FileObject] = []
        var rest = input.bytes[...]
        while let item = DERItem(rest), let length = item.announced, length <= rest.count {
            let presented = CertificateCache.shared.presented(der: Array(rest.prefix(length)))
            guard presented.certificate != nil else { break }
            objects.append(FileObject(kind: .certificate(presented), label: "DER certificate", line: nil))
            rest = rest.dropFirst(length)
        }
        guard !objects.isEmpty else { return nil }
        var content = FileContent(format: .der, objects: objects)
        if !rest.isEmpty { content.notes.append("\(trailing(rest.count)) behind the last certificate ignored") }
        return content
    }

    static func detectPKCS12(_ input: FileInput) -> FileContent? {
        guard let item = outer(input), let version = item.children.first, version.tag == 0x02,
            (1...16).contains(version.integer ?? 0), item.children.count >= 2,
            let content = item.children[1].children.first?
                .objectIdentifier, content.hasPrefix("1.2.840.113549.1.7.")
        else { return nil }
        let object = FileObject(kind: .pkcs12(input.bytes), label: "PKCS#12", line: nil)
        return FileContent(format: .pkcs12, objects: [object])
    }

    static func detectPKCS7(_ input: FileInput) -> FileContent? {
        guard let item = outer(input), item.children.first?.objectIdentifier?.hasPrefix("1.2.840.113549.1.7.") == true
        else { return nil }
        if let profile = ProvisioningProfile(input.bytes) {
            return FileContent(format: .provisioningProfile, problem: profile.problem(name: input.name))
        }
        guard let bundle = OpenSSLPKCS7.certificates(input.bytes) else { return nil }
        let isNewer = !OpenSSLPKCS7.isOld(input.bytes)
        var content = FileContent(
            format: .pkcs7,
            objects: bundle.map { FileObject(kind: .certificate($0), label: "PKCS#7", line: nil) }
        )
        content.remarks.append(
            .fileIsPKCS7(
                name: input.name,
                subjects: bundle.map { $0.certificate?.subject.shortText ?? "?" },
                command: FileCommand(input.name).certificates(ofBundle: false, isOdd: isNewer || input.isDecoded)
            )
        )
        content.bundles = 1
        return content
    }

    static func detectPrivateKey(_ input: FileInput) -> FileContent? {
        guard let item = outer(input), !item.isTruncated, let (form, label) = privateKeyForm(item) else { return nil }
        let block = PrivateKeyBlock(form: form, der: SecretBytes(input.bytes), label: label)
        return FileContent(
            format: .privateKey,
            objects: [FileObject(kind: .privateKey(block), label: label, line: nil)]
        )
    }

    static func detectPublicKey(_ input: FileInput) -> FileContent? {
        guard input.bytes.first == 0x30, let key = publicKey(input.bytes) else { return nil }
        return FileContent(
            format: .publicKey,
            objects: [FileObject(kind: .publicKey(key), label: "DER public key", line: nil)]
        )
    }

    static func detectRequest(_ input: FileInput) -> FileContent? {
        guard input.bytes.first == 0x30, let subject = OpenSSLRequest.subject(input.bytes) else { return nil }
        return FileContent(
            format: .certificateRequest,
            objects: [FileObject(kind: .request(subject: subject), label: "DER CERTIFICATE REQUEST", line: nil)]
        )
    }

    static func detectRevocationList(_ input: FileInput) -> FileContent? {
        guard input.bytes.first == 0x30, OpenSSLRequest.isRevocationList(input.bytes) else { return nil }
        return FileContent(
            format: .revocationList,
            objects: [FileObject(kind: .other, label: "DER revocation list", line: nil)]
        )
    }

    /// What begins like a certificate and is none, because its end is missing or its bytes are damaged.
    static func detectDamagedCertificate(_ input: FileInput) -> FileContent? {
        guard let item = outer(input), let signed = item.children.first, signed.tag == 0x30, looksSigned(signed)
        else { return nil }
        return FileContent(
            format: .der,
            problem: .certificateMalformed(
                name: input.name,
                place: "number 1",
                bytes: input.bytes.count,
                announced: announcedLength(ofCut: input.bytes)
            )
        )
    }

    /// The length that an item announces and does not have.
    static func announcedLength(ofCut bytes: [UInt8]) -> Int? {
        guard let item = DERItem(bytes), item.isTruncated else { return nil }
        return item.announced
    }

    /// The bytes of the first item alone.
    static func firstItem(of bytes: [UInt8]) -> [UInt8] {
        guard let length = DERItem(bytes)?.announced, length < bytes.count else { return bytes }
        return Array(bytes.prefix(length))
    }

    /// A SubjectPublicKeyInfo, or the RSAPublicKey of PKCS#1 put into one.
    static func publicKey(_ bytes: [UInt8]) -> PublicKeyBlock? {
        OpenSSLKey.publicKeyInfo(fromDER: bytes).map { PublicKeyBlock(publicKeyInfo: $0) }
    }

    static func trailing(_ count: Int) -> String { count == 1 ? "1 trailing byte" : "\(count) trailing bytes" }

    private static func outer(_ input: FileInput) -> DERItem? {
        guard input.bytes.first == 0x30 else { return nil }
        return DERItem(input.bytes)
    }

    /// The to-be-signed part of a certificate: version or serial number, then an algorithm.
    private static func looksSigned(_ item: DERItem) -> Bool {
        let parts = item.children
        guard let first = parts.first else { return false }
        if first.tag == 0xA0 { return first.children.first?.tag == 0x02 }
        return first.tag == 0x02 && parts.count >= 2 && parts[1].children.first?.tag == 0x06
    }

    private static func privateKeyForm(_ item: DERItem) -> (PrivateKeyBlock.Form, String)? {
        let parts = item.children
        guard let first = parts.first else { return nil }
        let tags = parts.map(\.tag)
        if first.tag == 0x30, tags == [0x30, 0x04], first.children.first?.tag == 0x06 {
            return (.encryptedPKCS8, "PKCS#8, encrypted, DER")
        }
        guard let version = first.integer, (0...1).contains(version) else { return nil }
        if tags.starts(with: [0x02, 0x30, 0x04]), parts[1].children.first?.tag == 0x06 {
            return (.pkcs8, "PKCS#8, DER")
        }
        if tags.starts(with: [0x02, 0x04]), version == 1 { return (.traditional, "SEC 1 EC key, DER") }
        if tags.count >= 9, tags.prefix(9).allSatisfy({ $0 == 0x02 }) { return (.traditional, "PKCS#1 RSA key, DER") }
        if tags.count == 6, tags.allSatisfy({ $0 == 0x02 }) { return (.traditional, "DSA key, DER") }
        return nil
    }
}
