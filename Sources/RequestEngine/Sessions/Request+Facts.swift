import Diagnosis
import Events
import Trust

extension Request {
    /// The request as it is recorded: nothing secret, nothing that a terminal would obey.
    func facts(under profile: ClientProfile) -> RequestFacts {
        var facts = RequestFacts(
            method: method,
            url: Sanitizer.line(url.description),
            headers: headers.map(Redaction.recorded),
            bodyBytes: bodyBytes ?? 0,
            connectTo: connectTo.map { "\($0.bracketedHost):\($0.port)" },
            serverName: sentServerName,
            nameChecked: url.scheme == .https ? nameChecked(under: profile) : nil,
            client: label.client,
            policyLine: label.policyLine,
            scenario: label.scenario,
            repeats: label.repeats
        )
        facts.proxy = proxy?.recorded
        facts.part = label.part
        return facts
    }
}
