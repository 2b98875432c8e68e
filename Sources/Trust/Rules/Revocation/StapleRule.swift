import Diagnosis

/// What a stapled OCSP response says about the leaf.
///
/// A revocation refuses under any rules. What cannot be used, or does not know the certificate, refuses under the strict
/// rules; Apple's evaluator and OpenSSL go on without it.
enum StapleRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        guard context.path.anchorKind != nil, context.members.count > 1 else { return [] }
        guard let staple = context.request.staple else { return missing(context) }
        let leaf = context.leaf
        let issuer = context.members[1]
        switch OpenSSLStaple.status(of: staple, about: leaf, issuer: issuer, now: context.now) {
        case .good(let from, let until):
            let end = until.map { ", until \(UTC.text($0))" } ?? ""
            return [.pass(.revocation, member: 0) { "\($0.short(0)) good by the staple of \(UTC.text(from))\(end)" }]
        case .revoked(let date, let reason):
            return [
                .fail(.revocation, .revocationRevoked, member: 0, x509: 23, isFatal: true) {
                    .certificateRevoked(
                        $0.label(0),
                        serial: leaf.serialNumber,
                        date: date,
                        reason: reason,
                        source: "the stapled OCSP response of \(issuer.subject.text)"
                    )
                }
            ]
        case .unknown:
            return [
                fault(context, .revocationUnknown, x509: 75) {
                    .stapleUnknown($0.label(0), issuer: issuer.subject.text)
                }
            ]
        case .unusable(let why):
            return [fault(context, .revocationBadResponse, x509: 74) { .stapleUnusable($0.label(0), fault: why) }]
        }
    }

    /// A must-staple certificate, where a staple was asked for and none came.
    private static func missing(_ context: RuleContext) -> [RuleResult] {
        guard context.request.asksForStaple, OpenSSLExtensions.demandsStaple(context.leaf) else { return [] }
        return [fault(context, .revocationNoStaple, x509: 73) { .stapleMissing($0.label(0)) }]
    }

    private static func fault(
        _ context: RuleContext,
        _ code: DiagnosisCode,
        x509: Int32,
        _ problem: @escaping @Sendable (PathWords) -> Problem
    ) -> RuleResult {
        guard context.request.rules == .strict else {
            let rules = context.request.rules == .apple ? "Apple's evaluator" : "OpenSSL"
            return .remark(.revocation, code, member: 0, lettingBy: "\(rules) goes on without it", problem)
        }
        return .fail(.revocation, code, member: 0, x509: x509, problem)
    }
}
