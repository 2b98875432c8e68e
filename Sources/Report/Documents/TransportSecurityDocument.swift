import Diagnosis
import Events
import Trust

/// What `ats --json` prints: each configuration of App Transport Security, and what became of a request under it.
public struct TransportSecurityDocument: Encodable, Sendable {
    /// One configuration.
    public struct Row: Encodable, Sendable {
        /// Its number, from 1.
        public let number: Int
        /// What it sets, in a few words.
        public let name: String
        /// NSAppTransportSecurity.
        public let keys: TransportSecurityKeys
        /// Whether the request completed.
        public let passed: Bool
        /// What was agreed on; absent where nothing was.
        public let connection: NegotiatedConnection?
        /// The error that the client's code sees.
        public let error: ClientError?
        /// What decided.
        public let code: DiagnosisCode?
        /// The sentence that goes with it.
        public let reason: String

        /// A configuration and its request.
        public init(_ trial: TransportSecurityTrial, number: Int, exchange: ExchangeDocument) {
            self.number = number
            name = trial.name
            keys = trial.keys
            passed = exchange.isFinished
            connection =
                exchange.connection
                ?? exchange.notRaised.lazy.compactMap(\.unasked?.challenge.question?.connection).first
            error = exchange.outcome?.clientError
            code = exchange.code
            reason = exchange.reason
        }
    }

    /// The name of this form and its version.
    public let schema = "countersign.ats/1"
    /// The address.
    public let url: String
    /// The configurations, in their order.
    public let configurations: [Row]

    private enum CodingKeys: String, CodingKey { case schema, url, configurations }

    /// The document of an address.
    public init(url: String, configurations: [Row]) {
        self.url = url
        self.configurations = configurations
    }

    /// The first configuration under which the request completed, which asks for the fewest exceptions.
    public var firstPassing: Row? { configurations.first { $0.passed && $0.keys.allowsArbitraryLoads != true } }
}
