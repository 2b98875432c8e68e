import Diagnosis
import Foundation

/// Whether what stands in a file can serve in a role.
struct CertificateFileJudgement {
    let snapshot: FileSnapshot
    let role: CertificateFile.Role
    let date: Date?
    private(set) var content: FileContent
    private(set) var publicKeys: [CertificateFile.PublicKey] = []
    private(set) var remarks: [Problem]
    private(set) var problem: Problem?

    private let bytes: [UInt8]

    init(snapshot: FileSnapshot, bytes: [UInt8], role: CertificateFile.Role, date: Date?) {
        self.snapshot = snapshot
        self.bytes = bytes
        self.role = role
        self.date = date
        content = FileContent(bytes: bytes, name: snapshot.typed)
        remarks = content.remarks
    }

    private var name: String { snapshot.typed }
    private var certificates: [Certificate] { content.certificates.compactMap(\.certificate) }

    mutating func run() {
        for object in content.objects { note(object) }
        problem = fault()
        guard problem == nil else { return }
        if let remark = FileNaming.remark(snapshot, content, bytes: bytes, key: nil) {
            remarks.append(remark)
        }
        noteOrder()
        if role == .certificate, let date {
            CertificateRemarks.append(to: &remarks, certificates, at: date)
        }
    }

    /// Why the file cannot serve.
    private mutating func fault() -> Problem? {
        if let problem = content.problem {
            // A chain is judged as presented, its broken member included.
            if role == .chain, problem.code == .chainMalformed, !content.certificates.isEmpty {
                remarks.append(problem)
            } else {
                return problem
            }
        }
        if let problem = unwanted() { return problem }
        let foreign = certificates.filter(\.isSM2)
        if let first = foreign.first {
            let problem = Problem.fileIsSM2(name: name, certificate: first)
            if foreign.count == certificates.count, role != .chain { return problem }
            remarks.append(problem)
        }
        return nil
    }

    /// What stands there in place of certificates.
    private mutating func unwanted() -> Problem? {
        if content.objects.contains(where: { if case .pkcs12 = $0.kind { true } else { false } }) {
            return .fileIsPKCS12(name: name, wanted: wanted)
        }
        guard content.certificates.isEmpty else { return nil }
        for object in content.objects {
            switch object.kind {
            case .publicKey(let key):
                let problem = Problem.fileIsPublicKey(
                    name: name,
                    label: object.label,
                    pin: key.sha256.pin,
                    wanted: wanted
                )
                guard role == .pin || role == .certificate else { return problem }
                publicKeys.append(.init(publicKeyInfo: key.publicKeyInfo, sha256: key.sha256))
                remarks.append(problem)
            case .privateKey: return .fileIsPrivateKey(name: name, label: object.label, wanted: wanted)
            case .request(let subject):
                return .fileIsCSR(name: name, label: object.label, subject: subject, wanted: wanted)
            case .certificate, .pkcs12, .other: continue
            }
        }
        if !publicKeys.isEmpty { return nil }
        if content.format == .pkcs7 { return .fileIsPKCS7(name: name, subjects: [], wanted: wanted) }
        return .fileHoldsOther(
            name: name,
            labels: content.objects.map(\.label),
            length: bytes.count,
            first: Array(bytes.prefix(16)),
            wanted: wanted
        )
    }

    private var wanted: String {
        switch role {
        case .certificate: "a certificate"
        case .pin: "a certificate or public key to pin"
        case .anchor: "a certificate to trust"
        case .chain: "a chain of certificates"
        }
    }

    private mutating func note(_ object: FileObject) {
        guard !content.certificates.isEmpty else { return }
        switch object.kind {
        case .privateKey:
            content.notes.append(
                "a private key (\(object.label)) stands beside the certificates: not a file to hand out"
            )
        case .request, .publicKey, .other: content.notes.append("\(object.label) skipped")
        case .certificate, .pkcs12: break
        }
    }

    /// Chains are given leaf first; other orders are said.
    private mutating func noteOrder() {
        let certificates = certificates
        guard certificates.count > 1, certificates.count <= 10 else { return }
        let leaves = certificates.indices.filter { place in
            !certificates.contains { $0 != certificates[place] && $0.issuer.der == certificates[place].subject.der }
        }
        guard leaves.count == 1, let leaf = leaves.first, leaf > 0 else { return }
        content.notes.append(
            "not in the order of a chain: number \(leaf) (\(certificates[leaf].subject.shortText)) is the leaf"
        )
    }
}

extension Certificate {
    /// Whether its key or its signature is of the Chinese standards GM/T.
    var isSM2: Bool { key.algorithm == "SM2" || signatureAlgorithm.uppercased().hasPrefix("SM2") }
}

extension Problem {
    static func fileIsSM2(name: String, certificate: Certificate) -> Problem {
        .fileIsSM2(
            name: name,
            what: "the certificate \(certificate.subject.shortText)",
            curve: certificate.key.curve ?? certificate.key.description,
            digest: certificate.signatureDigest ?? certificate.signatureAlgorithm
        )
    }
}
