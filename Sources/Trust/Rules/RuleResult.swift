import Diagnosis

/// What one rule says about one path: that it holds, does not hold, or was not asked.
///
/// The words are made only for the path that is reported.
struct RuleResult: Sendable {
    /// The check that the rule belongs to.
    let check: CheckID
    /// How it went; `letBy` where the rule set itself goes on.
    let result: CheckResult
    /// The member it is about, as an index into the path; nil when it is about none.
    let member: Int?
    /// The kind of finding when it does not hold.
    let code: DiagnosisCode?
    /// OpenSSL's number for the same fault; 0 where there is none.
    let x509: Int32
    /// Whether Apple counts the fault among those that nothing repairs.
    let isFatal: Bool
    /// The sentence, with the evidence, and the remedy.
    let words: @Sendable (PathWords) -> RuleWords

    /// A rule that holds.
    static func pass(_ check: CheckID, member: Int? = nil, _ words: @escaping @Sendable (PathWords) -> String) -> Self {
        Self(check: check, result: .pass, member: member, code: nil, x509: 0, isFatal: false) {
            RuleWords(detail: words($0))
        }
    }

    /// A rule that was not asked.
    static func skipped(_ check: CheckID, _ reason: String) -> Self {
        Self(check: check, result: .skipped, member: nil, code: nil, x509: 0, isFatal: false) { _ in
            RuleWords(detail: reason)
        }
    }

    /// A rule that does not hold, and whose rule set goes on all the same.
    static func remark(
        _ check: CheckID,
        _ code: DiagnosisCode,
        member: Int? = nil,
        lettingBy reason: String,
        _ problem: @escaping @Sendable (PathWords) -> Problem
    ) -> Self {
        Self(check: check, result: .letBy, member: member, code: code, x509: 0, isFatal: false) {
            let problem = problem($0)
            return RuleWords(detail: "\(problem.sentence) Let by: \(reason).", remedy: problem.remedy)
        }
    }

    /// A rule that does not hold.
    static func fail(
        _ check: CheckID,
        _ code: DiagnosisCode,
        member: Int? = nil,
        x509: Int32 = 0,
        isFatal: Bool = false,
        _ problem: @escaping @Sendable (PathWords) -> Problem
    ) -> Self {
        Self(check: check, result: .fail, member: member, code: code, x509: x509, isFatal: isFatal) {
            let problem = problem($0)
            return RuleWords(detail: problem.sentence, remedy: problem.remedy)
        }
    }
}

/// The words of a rule's result.
struct RuleWords: Sendable {
    var detail: String
    var remedy: String?
}

/// What sentences about a path need: its certificates and the numbers they have on screen.
struct PathWords: Sendable {
    /// The path.
    let path: CandidatePath
    /// The number of each member in the list of certificates.
    let numbers: [Int]
    /// How many certificates were presented.
    let presented: Int

    /// How a sentence names a member.
    func label(_ member: Int) -> CertificateLabel {
        CertificateLabel(number: numbers[member], subject: path.members[member].subject.shortText)
    }

    /// How a sentence names a certificate that may be none of the members.
    func label(_ certificate: Certificate) -> CertificateLabel {
        if let member = path.members.firstIndex(of: certificate) { return label(member) }
        return CertificateLabel(number: presented, subject: certificate.subject.shortText)
    }

    /// `leaf`, `Lab CA`: the shortest way to name a member.
    func short(_ member: Int) -> String { member == 0 ? "leaf" : path.members[member].subject.shortText }
}
