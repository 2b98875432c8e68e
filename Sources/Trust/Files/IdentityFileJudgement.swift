import Diagnosis
import Foundation

/// Finds the identities in a file, and what stands in the way.
struct IdentityFileJudgement {
    let snapshot: FileSnapshot
    let bytes: [UInt8]
    let key: FileSnapshot?
    let options: IdentityFile.Options

    private var name: String { snapshot.typed }

    mutating func run(into file: inout IdentityFile) {
        let content = FileContent(bytes: bytes, name: name)
        file.format = content.format
        file.remarks = content.remarks
        file.notes = content.notes
        if let remark = FileNaming.remark(snapshot, content, bytes: bytes, key: key?.typed) {
            file.remarks.append(remark)
        }
        if let problem = content.problem {
            file.problem = problem
            file.openers = FileOpeners.of(problem)
            return
        }
        for object in content.objects {
            guard case .pkcs12(let bytes) = object.kind else { continue }
            openContainer(bytes, into: &file)
            finish(&file)
            return
        }
        openText(content, into: &file)
        if file.problem == nil, content.format == .pem {
            file.openers = FileOpeners.ofText(
                isLeafFirst: file.identities.first?.leaf == file.certificates.first,
                isOdd: content.isOdd,
                hasKeyFile: key != nil
            )
        }
        finish(&file)
    }

    // MARK: PKCS#12

    private func openContainer(_ bytes: [UInt8], into file: inout IdentityFile) {
        let opened = PKCS12Opener(
            name: name,
            bytes: bytes,
            isWholeFile: bytes == self.bytes,
            passPhrase: options.passPhrase,
            keyPassPhrase: options.keyPassPhrase,
            legacyProvider: options.legacyProvider
        ).open()
        file.container = opened.facts
        file.remarks += opened.remarks
        file.notes += opened.notes
        file.certificates = opened.certificates.map(\.certificate)
        file.problem = opened.problem
        file.openers = opened.openers
        if opened.needsPassPhrase { file.missing = .passPhrase }
        if opened.needsKeyPassPhrase { file.missing = .keyPassPhrase }
        guard opened.problem == nil else { return }
        if let key, opened.keys.isEmpty {
            pairWithKeyFile(key, opened.certificates, into: &file)
        } else {
            pair(opened.keys, opened.certificates, keyFile: name, into: &file)
        }
    }

    // MARK: Certificates and keys in the open

    private func openText(_ content: FileContent, into file: inout IdentityFile) {
        let members = content.certificates.compactMap(\.certificate).map { IdentityPairing.Member(certificate: $0) }
        file.certificates = members.map(\.certificate)
        if let key {
            if members.isEmpty {
                file.problem = content.unwantedForIdentity(name: name, wanted: "the certificate of an identity")
            } else {
                pairWithKeyFile(key, members, into: &file)
            }
            return
        }
        let blocks = content.privateKeys
        guard !blocks.isEmpty, !members.isEmpty else {
            file.problem = content.unwantedForIdentity(name: name, wanted: "an identity (private key and certificate)")
            return
        }
        guard let keys = read(blocks, keyFile: name, members, into: &file) else { return }
        pair(keys, members, keyFile: name, into: &file)
    }

    private func pairWithKeyFile(
        _ key: FileSnapshot,
        _ members: [IdentityPairing.Member],
        into file: inout IdentityFile
    ) {
        switch key.content {
        case .failure(let problem): file.problem = problem
        case .success(let bytes):
            let content = FileContent(bytes: bytes, name: key.typed)
            file.remarks += content.remarks
            if let remark = FileNaming.remark(key, content, bytes: bytes, key: nil) {
                file.remarks.append(remark)
            }
            if let problem = content.problem {
                file.problem = problem
                return
            }
            let blocks = content.privateKeys
            guard !blocks.isEmpty else {
                file.problem = content.unwantedForIdentity(name: key.typed, wanted: "a private key")
                return
            }
            guard let keys = read(blocks, keyFile: key.typed, members, into: &file) else { return }
            pair(keys, members, keyFile: key.typed, into: &file)
        }
    }

    /// The keys of the blocks; nil, with the problem said, when one does not open.
    private func read(
        _ blocks: [PrivateKeyBlock],
        keyFile: String,
        _ members: [IdentityPairing.Member],
        into file: inout IdentityFile
    ) -> [IdentityPairing.Key]? {
        var reader = PrivateKeyReader(fileName: keyFile, options: options)
        var keys: [IdentityPairing.Key] = []
        for block in blocks {
            switch reader.read(block) {
            case .key(let key): keys.append(.init(key: key))
            case .locked(let wasGiven):
                file.missing = wasGiven ? nil : .keyPassPhrase
                file.problem = .p12KeyPassword(
                    name: keyFile,
                    subjects: members.map(\.certificate.subject.shortText),
                    wasGiven: wasGiven
                )
                return nil
            case .problem(let problem):
                file.problem = problem
                return nil
            }
        }
        file.notes += reader.notes
        return keys
    }

    // MARK: Pairs

    private func pair(
        _ keys: [IdentityPairing.Key],
        _ members: [IdentityPairing.Member],
        keyFile: String,
        into file: inout IdentityFile
    ) {
        guard let first = keys.first else {
            file.problem = .p12NoKey(name: name, subjects: members.map(\.certificate.subject.shortText))
            return
        }
        let pairing = IdentityPairing(keys: keys, members: members, file: snapshot.name)
        file.identities = pairing.identities
        let alone = pairing.keysAlone
        if pairing.identities.isEmpty {
            file.problem = mismatch(alone.first ?? first, members, keyFile: keyFile)
            return
        }
        if !alone.isEmpty {
            file.notes.append(
                "\(alone.count) private key\(alone.count == 1 ? "" : "s") without a certificate in the file"
            )
        }
        if pairing.identities.count == 1, let place = pairing.places.first, place > 0 {
            file.remarks.append(
                .fileLeafNotFirst(
                    name: name,
                    subjects: members.map(\.certificate.subject.shortText),
                    number: place,
                    command: orderCommand(file.format)
                )
            )
        }
        let used = Set(pairing.identities.flatMap { [$0.leaf] + $0.chain })
        for member in members where !used.contains(member.certificate) {
            file.notes.append("\(member.certificate.subject.shortText) belongs to no identity in the file")
        }
    }

    /// Writes leaf and chain in their order.
    private func orderCommand(_ format: FileFormat?) -> String {
        let isContainer = format == .pkcs12
        return FileCommand(name).identity(
            to: isContainer ? "-ordered.p12" : "-ordered.pem",
            key: key?.typed,
            options: isContainer ? "" : " --form pem"
        )
    }

    /// Key and certificate that do not belong together: compared with the certificate that was most likely meant.
    private func mismatch(
        _ key: IdentityPairing.Key,
        _ members: [IdentityPairing.Member],
        keyFile: String
    ) -> Problem {
        let tied = members.first { key.localKeyID != nil && $0.localKeyID == key.localKeyID }
        guard
            let member = tied ?? members.first(where: { $0.certificate.basicConstraints?.isAuthority != true })
                ?? members.first
        else { return .fileIsPrivateKey(name: name, label: "\(key.key.kind) alone", wanted: "an identity") }
        return .identityKeyMismatch(
            name: name,
            subject: member.certificate.subject.shortText,
            certificate: .init(kind: member.certificate.key.description, pin: member.certificate.spkiPin),
            keyFile: keyFile,
            key: .init(kind: key.key.kind.description, pin: key.key.publicKeySHA256.pin)
        )
    }

    // MARK: What is said about them

    private func finish(_ file: inout IdentityFile) {
        if let foreign = file.identities.first(where: { $0.leaf.isSM2 }) {
            file.problem = .fileIsSM2(name: name, certificate: foreign.leaf)
        }
        if file.openers.isEmpty, let problem = file.problem { file.openers = FileOpeners.of(problem) }
        guard file.problem == nil, let date = options.date else { return }
        for identity in file.identities { file.remarks += identity.remarks(at: date) }
    }
}

extension FileContent {
    /// What the file is in place of an identity or its part.
    func unwantedForIdentity(name: String, wanted: String) -> Problem {
        let subjects = certificates.map { $0.certificate?.subject.shortText ?? "?" }
        if format == .pkcs7 { return .fileIsPKCS7(name: name, subjects: subjects, wanted: wanted) }
        for object in objects {
            switch object.kind {
            case .certificate: return .p12NoKey(name: name, subjects: subjects)
            case .privateKey: return .fileIsPrivateKey(name: name, label: object.label, wanted: wanted)
            case .request(let subject):
                return .fileIsCSR(name: name, label: object.label, subject: subject, wanted: wanted)
            case .publicKey(let key):
                return .fileIsPublicKey(name: name, label: object.label, pin: key.sha256.pin, wanted: wanted)
            case .pkcs12: return .fileIsPKCS12(name: name, wanted: wanted)
            case .other: continue
            }
        }
        return .fileHoldsOther(name: name, labels: objects.map(\.label), length: 0, first: [], wanted: wanted)
    }
}
