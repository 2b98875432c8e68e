import Diagnosis
import Events

/// What one client did on one connection, from its first bytes to its last; tells it as events.
///
/// *Seen* is told once, with the client's first bytes; a *verdict* for each request it sends, or once when it left or
/// was refused without one. A client that connects and says nothing at all is not told of.
struct ObservedClient {
    private let sink: @Sendable (Event) -> Void
    private let host: String
    private let now: () -> Int64
    private(set) var facts: LabClientFacts
    private var wasSeen = false
    private var hasVerdict = false

    /// - Parameter now: wall time, microseconds since 1970, UTC.
    init(
        scenario: LabScenario,
        connection: Int,
        peer: String,
        now: @escaping () -> Int64,
        sink: @escaping @Sendable (Event) -> Void
    ) {
        facts = LabClientFacts(scenario: scenario.name, connection: connection, peer: peer)
        host = scenario.host
        self.now = now
        self.sink = sink
    }

    /// Its ClientHello came.
    mutating func said(_ hello: ClientHello) {
        if facts.fingerprint == nil { facts.fingerprint = hello.fingerprint }
        seen()
    }

    /// Its first bytes came.
    mutating func seen() {
        guard !wasSeen else { return }
        wasSeen = true
        tell(.labClientSeen(facts))
    }

    /// Its certificate came and was judged.
    mutating func showed(_ verdict: ClientVerdict) {
        facts.clientCertificate = verdict.certificate.subject.text
        facts.clientVerdict = verdict.errorName
    }

    /// It sent a request, and this is the status of the answer.
    mutating func talked(_ request: HTTPRequest, status: Int) {
        seen()
        facts.conduct = .talked
        facts.requestLine = Self.line(of: request)
        facts.userAgent = request.header("user-agent").map { Sanitizer.line(String($0.prefix(200))) }
        facts.headerNames = request.headers.prefix(64).map { Sanitizer.line(String($0.name.prefix(100))) }
        facts.authorizationScheme = request.header("authorization").flatMap(Self.scheme(of:))
        facts.bodyBytes = request.bodyBytes
        facts.status = status
        conclude()
    }

    /// It went away, or was sent away, before it had sent a request. Nothing is told when it has talked before.
    mutating func left(_ alerts: [TLSObserver.Alert], wasRefused: Bool, isInHandshake: Bool) {
        guard wasSeen, !hasVerdict else { return }
        let received = alerts.last { !$0.isSent }
        if wasRefused {
            facts.conduct = .refused
            facts.alert = (alerts.last { $0.isSent && $0.isFatal } ?? received).map { Self.facts($0, isInHandshake) }
        } else {
            facts.conduct = received?.isFatal == true ? .leftWithAlert : .leftSilently
            facts.alert = received.map { Self.facts($0, isInHandshake) }
        }
        conclude()
    }

    private mutating func conclude() {
        hasVerdict = true
        tell(.labVerdict(facts))
    }

    private func tell(_ kind: EventKind) { sink(Event(kind, time: now(), host: host)) }

    /// Method and path; a query may hold secrets and is left out.
    private static func line(of request: HTTPRequest) -> String {
        let target = request.target.prefix { $0 != "?" }
        let query = target.count < request.target.count ? "?..." : ""
        return Sanitizer.line("\(request.method) \(target.prefix(200))\(query)")
    }

    /// The scheme that a field's value begins with; nil for one that is not known, for it may be the secret itself.
    private static func scheme(of value: String) -> String? {
        let word = value.prefix { $0 != " " }
        guard word.count < value.count else { return nil }
        return ["Basic", "Bearer", "Digest", "DPoP", "Negotiate", "NTLM"].first { $0.lowercased() == word.lowercased() }
    }

    private static func facts(_ alert: TLSObserver.Alert, _ isInHandshake: Bool) -> AlertFacts {
        AlertFacts(
            direction: alert.isSent ? .sent : .received,
            isFatal: alert.isFatal,
            number: alert.number,
            name: AlertFacts.name(of: alert.number),
            stage: isInHandshake ? "handshake" : "after handshake"
        )
    }
}
