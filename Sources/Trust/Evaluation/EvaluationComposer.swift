import Diagnosis

/// Puts together what is reported: every check, whether the policy asked or not, and what decided.
struct EvaluationComposer {
    let memo: OutcomeMemo
    let judgement: PolicyJudgement
    let disposition: Disposition

    private var request: EvaluationRequest { memo.request }

    /// The evaluation as it is shown, stored and answered with.
    func compose() -> Evaluation {
        let checks = checks()
        let code = decidingCode
        return Evaluation(
            verdict: judgement.verdict,
            disposition: disposition,
            step: judgement.step,
            trustResult: judgement.outcome?.trustResult ?? .invalid,
            host: request.host,
            date: request.date,
            path: reported.path?.members.map(\.sha256) ?? [],
            certificates: memo.certificates(with: reported.path).summaries,
            checks: checks,
            code: code,
            codes: codes(code, checks),
            reason: reason(checks),
            remedy: remedy,
            x509Error: judgement.verdict == .refuse ? x509Error : 0,
            failureReason: judgement.verdict == .refuse ? judgement.failureReason : nil
        )
    }

    /// The evaluation whose path is shown.
    private var reported: PathOutcome { judgement.outcome ?? memo.system }

    /// The evaluation whose failures refuse.
    private var deciding: PathOutcome? {
        guard judgement.verdict != .accept, let outcome = judgement.outcome, !outcome.holds else { return nil }
        return outcome
    }

    /// The failure that refuses; nil when the policy's own objection does.
    private var decidingFailure: RuleResult? {
        judgement.objection == nil ? deciding?.decidingFailure : nil
    }

    private var decidingCode: DiagnosisCode? {
        guard judgement.verdict == .refuse else { return nil }
        return judgement.objection?.problem.code ?? decidingFailure?.code
    }

    private var x509Error: Int32 {
        if let objection = judgement.objection { return objection.x509 }
        return decidingFailure.map { $0.x509 == 0 ? 28 : $0.x509 } ?? 28
    }

    private var remedy: String? {
        if let objection = judgement.objection { return objection.problem.remedy }
        guard judgement.verdict == .refuse, let failure = decidingFailure, let path = deciding?.path else { return nil }
        let list = memo.certificates(with: path)
        let words = PathWords(path: path, numbers: path.members.map(list.number), presented: request.chain.count)
        return failure.words(words).remedy
    }

    private func reason(_ checks: [Check]) -> String {
        if let objection = judgement.objection { return objection.problem.sentence }
        if judgement.verdict == .refuse, let decided = checks.first(where: \.decides) { return decided.detail }
        return judgement.because
    }

    private func codes(_ deciding: DiagnosisCode?, _ checks: [Check]) -> [DiagnosisCode] {
        let order: [CheckResult] = [.fail, .letBy]
        var codes = deciding.map { [$0] } ?? []
        for result in order { codes += checks.filter { $0.result == result }.compactMap(\.code) }
        codes += judgement.remarks + TransportSecurityRule.remarks(request, judgement, memo.system)
        var seen: Set<DiagnosisCode> = []
        return codes.filter { seen.insert($0).inserted }
    }
}

extension EvaluationComposer {
    /// Every check in the order of the screens.
    private func checks() -> [Check] {
        var checks = failures()
        for outcome in [reported, memo.system] {
            for (result, check) in zip(outcome.results, memo.checks(outcome))
            where result.result != .fail && !checks.contains(where: { $0.id == result.check }) {
                checks.append(check)
            }
        }
        if request.host == nil, !checks.contains(where: { $0.id == .host }) {
            checks.append(Check(.host, .skipped, detail: "no name was given to check"))
        }
        checks.removeAll { $0.id == .pin || $0.id == .transportSecurity }
        checks.append(pinCheck())
        checks.append(TransportSecurityRule.check(memo, judgement, disposition))
        if let objection = judgement.objection, objection.check != .pin { checks.insert(check(objection), at: 0) }
        var ordered: [Check] = []
        ordered.reserveCapacity(checks.count)
        for id in Self.order { for check in checks where check.id == id { ordered.append(check) } }
        return ordered
    }

    private static let order = CheckID.allCases

    /// What does not hold: in the evaluation that refuses, then in the system's where the policy lets it by.
    private func failures() -> [Check] {
        var checks: [Check] = []
        var known: [FailureKey] = []
        var decided = judgement.objection != nil
        if let asked = deciding {
            for (result, check) in zip(asked.results, memo.checks(asked)) where result.result == .fail {
                known.append(FailureKey(result))
                var check = check
                check.decides = !decided
                decided = true
                checks.append(check)
            }
        }
        let system = memo.system
        for (result, check) in zip(system.results, memo.checks(system)) where result.result == .fail {
            guard !known.contains(FailureKey(result)) else { continue }
            var check = check
            check.result = .letBy
            check.detail = "\(check.detail) Let by: \(judgement.lettingBy(result))."
            checks.append(check)
        }
        return checks
    }

    private func check(_ objection: PolicyJudgement.Objection) -> Check {
        Check(
            objection.check,
            .fail,
            decides: true,
            detail: objection.problem.sentence,
            code: objection.problem.code
        )
    }

    private func pinCheck() -> Check {
        if let objection = judgement.objection, objection.check == .pin { return check(objection) }
        switch judgement.pin {
        case .matched(let certificate, let pin):
            let number = memo.certificates(with: reported.path).number(certificate)
            return Check(
                .pin,
                .pass,
                certificate: number,
                detail: "certificate \(number) (\(certificate.subject.shortText)) = pin \(pin)"
            )
        case .notAsked(let reason): return Check(.pin, .skipped, detail: reason)
        case nil: return Check(.pin, .skipped, detail: "this policy has no pins")
        }
    }

    /// What makes two failures the same fault.
    private struct FailureKey: Equatable {
        var check: CheckID
        var code: DiagnosisCode?
        var member: Int?

        init(_ result: RuleResult) {
            check = result.check
            code = result.code
            member = result.member
        }
    }
}
