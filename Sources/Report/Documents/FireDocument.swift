import Diagnosis

/// What `fire --json` prints: one object for all requests.
public struct FireDocument: Encodable, Sendable {
    /// The name of this form and its version.
    public let schema = "countersign.fire/1"
    /// The kind of finding that decided the exit status; absent when all is well.
    public let code: DiagnosisCode?
    /// All kinds of findings of all requests.
    public let codes: [DiagnosisCode]
    /// The sentence that goes with `code`, or with the last request.
    public let reason: String
    /// A request each.
    public let exchanges: [ExchangeDocument]
    /// A page each, where pages were loaded.
    public let pages: [PageDocument]?

    private enum CodingKeys: String, CodingKey { case schema, code, codes, reason, exchanges, pages }

    /// The document of some requests.
    ///
    /// - Parameter deciding: the index of the one that decided the exit status.
    public init(_ exchanges: [ExchangeDocument], deciding: Int?, pages: [PageDocument]? = nil) {
        self.exchanges = exchanges
        self.pages = pages
        let decider = deciding.flatMap { exchanges.indices.contains($0) ? exchanges[$0] : nil } ?? exchanges.last
        code = decider?.code
        reason = decider?.reason ?? ""
        var all: [DiagnosisCode] = []
        let found = (pages ?? []).flatMap(\.findings).map(\.code)
        for code in [code].compactMap({ $0 }) + exchanges.flatMap(\.codes) + found where !all.contains(code) {
            all.append(code)
        }
        codes = all
    }
}
