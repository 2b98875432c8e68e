import Diagnosis

/// PEM text: any blocks, in any order, with or without text around them.
enum PEMText {
    static func detect(_ input: FileInput) -> FileContent? {
        guard mentionsBegin(input.bytes) else { return nil }
        let hasMark = input.bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let scanner = PEMScanner(hasMark ? input.bytes.dropFirst(3) : input.bytes[...])
        guard !scanner.isEmpty else { return nil }
        var content = FileContent(format: .pem)
        if hasMark { content.notes.append("UTF-8 byte order mark skipped") }
        content.isOdd = hasMark || !scanner.faults.isEmpty
        if scanner.linesOutside > 0 {
            content.notes.append(
                "\(scanner.linesOutside) \(scanner.linesOutside == 1 ? "line" : "lines") of text outside of the blocks skipped"
            )
        }
        for block in scanner.blocks {
            let objects = objects(in: block, name: input.name, content: &content)
            content.objects.append(contentsOf: objects)
        }
        let command = FileCommand(input.name).repaired(content)
        let faults = scanner.faults.prefix(8).map { fault in
            Problem.fileBadArmor(name: input.name, line: fault.line, fault: fault.text, command: command)
        }
        content.remarks.insert(contentsOf: faults, at: 0)
        return content
    }

    /// What a block holds, by its label, else by its bytes.
    private static func objects(in block: PEMBlock, name: String, content: inout FileContent) -> [FileObject] {
        switch block.label {
        case "CERTIFICATE", "X509 CERTIFICATE":
            return [certificate(block.bytes, block, name, &content)]
        case "TRUSTED CERTIFICATE":
            content.notes.append("trust settings of OpenSSL behind the certificate of line \(block.line) ignored")
            return [certificate(DERContent.firstItem(of: block.bytes), block, name, &content)]
        case "PKCS7", "CMS", "PKCS #7 SIGNED DATA":
            return bundle(block, name: name, content: &content)
        case let label where label.hasSuffix("PRIVATE KEY"):
            return [FileObject(kind: .privateKey(privateKey(block)), label: label, line: block.line)]
        case "PUBLIC KEY", "RSA PUBLIC KEY":
            guard let key = DERContent.publicKey(block.bytes) else { return [damaged(block, name, &content)] }
            return [FileObject(kind: .publicKey(key), label: block.label, line: block.line)]
        case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST":
            let subject = OpenSSLRequest.subject(block.bytes)
            return [FileObject(kind: .request(subject: subject), label: block.label, line: block.line)]
        case "PKCS12":
            return [FileObject(kind: .pkcs12(block.bytes), label: block.label, line: block.line)]
        default:
            return [FileObject(kind: .other, label: block.label, line: block.line)]
        }
    }

    private static func certificate(
        _ bytes: [UInt8],
        _ block: PEMBlock,
        _ name: String,
        _ content: inout FileContent
    ) -> FileObject {
        let presented = CertificateCache.shared.presented(der: bytes)
        if presented.certificate == nil {
            if let fault = block.fault {
                content.problem =
                    content.problem
                    ?? .fileBadArmor(
                        name: name,
                        line: fault.line,
                        fault: "\(fault.text), and no certificate comes out of it",
                        command: nil
                    )
            } else {
                content.problem =
                    content.problem
                    ?? .certificateMalformed(
                        name: name,
                        place: "line \(block.line)",
                        bytes: bytes.count,
                        announced: DERContent.announcedLength(ofCut: bytes)
                    )
            }
        }
        return FileObject(kind: .certificate(presented), label: block.label, line: block.line)
    }

    private static func damaged(_ block: PEMBlock, _ name: String, _ content: inout FileContent) -> FileObject {
        let fault = block.fault?.text ?? "the bytes in BEGIN \(block.label) do not decode as such"
        content.problem =
            content.problem
            ?? .fileBadArmor(name: name, line: block.fault?.line ?? block.line, fault: fault, command: nil)
        return FileObject(kind: .other, label: block.label, line: block.line)
    }

    private static func bundle(_ block: PEMBlock, name: String, content: inout FileContent) -> [FileObject] {
        guard let bundle = OpenSSLPKCS7.certificates(block.bytes) else { return [damaged(block, name, &content)] }
        let isOdd = content.isOdd || block.label == "CMS" || !OpenSSLPKCS7.isOld(block.bytes)
        content.bundles += 1
        content.remarks.append(
            .fileIsPKCS7(
                name: name,
                subjects: bundle.map { $0.certificate?.subject.shortText ?? "?" },
                command: FileCommand(name).certificates(ofBundle: true, isOdd: isOdd)
            )
        )
        return bundle.map { FileObject(kind: .certificate($0), label: block.label, line: block.line) }
    }

    private static func privateKey(_ block: PEMBlock) -> PrivateKeyBlock {
        let der = SecretBytes(block.bytes)
        let form: PrivateKeyBlock.Form
        switch block.label {
        case "PRIVATE KEY": form = .pkcs8
        case "ENCRYPTED PRIVATE KEY": form = .encryptedPKCS8
        case "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY":
            if block.headers.contains(where: { $0.name == "DEK-Info" }) {
                form = .encryptedTraditional(pem: SecretBytes(text(of: block)))
            } else {
                form = .traditional
            }
        default: form = .foreign
        }
        return PrivateKeyBlock(form: form, der: der, label: block.label)
    }

    /// The block as OpenSSL's reader wants it: headers, an empty line, 64 characters a line.
    private static func text(of block: PEMBlock) -> [UInt8] {
        var text = Array("-----BEGIN \(block.label)-----\n".utf8)
        for header in block.headers { text.append(contentsOf: Array("\(header.name): \(header.value)\n".utf8)) }
        text.append(0x0A)
        for start in stride(from: 0, to: block.base64.count, by: 64) {
            text.append(contentsOf: block.base64[start..<min(start + 64, block.base64.count)])
            text.append(0x0A)
        }
        text.append(contentsOf: Array("-----END \(block.label)-----\n".utf8))
        return text
    }

    private static func mentionsBegin(_ bytes: [UInt8]) -> Bool {
        let word = Array("BEGIN ".utf8)
        var index = bytes.startIndex
        while let found = bytes[index...].firstIndex(of: word[0]) {
            if bytes[found...].starts(with: word) { return true }
            index = found + 1
        }
        return false
    }
}
