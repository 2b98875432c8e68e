import Diagnosis

extension RequestDigest {
    /// The same with every text cleaned: a digest that was read may come from a file of anybody's making.
    public var sanitized: RequestDigest {
        var clean = self
        clean.method = Sanitizer.line(method)
        clean.url = Sanitizer.line(url)
        clean.host = Sanitizer.line(host)
        clean.client = Sanitizer.line(client)
        clean.flow = flow.map(Sanitizer.line)
        clean.scenario = scenario.map(Sanitizer.line)
        clean.challenges = challenges.map(\.sanitized)
        clean.noChallenge?.sentence = Sanitizer.line(noChallenge?.sentence ?? "")
        clean.tls = tls.map(Sanitizer.line)
        clean.code = code.map { DiagnosisCode(rawValue: Sanitizer.line($0.rawValue)) }
        clean.reason = Sanitizer.line(reason)
        clean.alert = alert.map(Sanitizer.line)
        return clean
    }
}

extension ChallengeDigest {
    fileprivate var sanitized: ChallengeDigest {
        var clean = self
        clean.by = by.map(Sanitizer.line)
        clean.policySays = policySays.map(Sanitizer.line)
        clean.tally?.failed = tally?.failed.map(Sanitizer.line) ?? []
        clean.tally?.letBy = tally?.letBy.map(Sanitizer.line) ?? []
        clean.tally?.off = tally?.off.map(Sanitizer.line) ?? []
        clean.faults = faults.map(Sanitizer.line)
        clean.cause = cause.map(Sanitizer.line)
        clean.identity = identity.map(Sanitizer.line)
        return clean
    }
}
