/// The certificates of an evaluation in the order in which they are numbered.
struct CertificateList {
    private(set) var summaries: [CertificateSummary]
    private var numbers: [SHA256Digest: Int]

    /// The certificates as presented, then the members of a path that were not presented.
    init(presented: [PresentedCertificate], path: CandidatePath?) {
        summaries = []
        numbers = [:]
        for (index, certificate) in presented.enumerated() {
            numbers[certificate.sha256] = numbers[certificate.sha256] ?? index
            summaries.append(CertificateSummary(certificate, isLeaf: index == 0))
        }
        self = adding(path)
    }

    /// The list with a path's further members at its end, and the path's anchor marked.
    func adding(_ path: CandidatePath?) -> CertificateList {
        guard let path else { return self }
        var list = self
        for certificate in path.members where list.numbers[certificate.sha256] == nil {
            list.numbers[certificate.sha256] = list.summaries.count
            list.summaries.append(CertificateSummary(PresentedCertificate(certificate), isLeaf: false))
        }
        if let kind = path.anchorKind, let anchor = path.members.last, let number = list.numbers[anchor.sha256] {
            list.summaries[number].anchor = kind.rawValue
        }
        return list
    }

    /// The number of a certificate; that of the first one behind the list when it is not in it.
    func number(_ certificate: Certificate) -> Int { numbers[certificate.sha256] ?? summaries.count }
}

extension CertificateSummary {
    /// What is shown of a certificate.
    init(_ presented: PresentedCertificate, isLeaf: Bool) {
        self.init(presented: presented, role: Self.role(of: presented.certificate, at: isLeaf ? 0 : 1))
    }
}
