import Foundation
import Trust

extension EventKind: Codable {
    private enum CodingKeys: String, CodingKey { case kind }

    /// Reads `kind` and that kind's facts from one object.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: CodingKeys.self).decode(EventName.self, forKey: .kind)
        try self.init(name, from: decoder)
    }

    /// Writes `kind` and, beside it, the facts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .kind)
        try facts.encode(to: encoder)
    }

    /// A kind by its name and the JSON of its facts, as the log stores them.
    public init(_ name: EventName, facts: [UInt8]) throws {
        self = try EventJSON.decoder().decode(Named.self, from: Data(facts), configuration: name).kind
    }

    /// The JSON of the facts alone, as the log stores it.
    public func factsJSON() throws -> [UInt8] { try EventJSON.encode(facts) }

    /// Facts whose kind is known from elsewhere.
    private struct Named: DecodableWithConfiguration {
        let kind: EventKind
        init(from decoder: any Decoder, configuration name: EventName) throws {
            kind = try EventKind(name, from: decoder)
        }
    }
}

extension EventKind {
    /// Reads the facts of a kind that is known.
    init(_ name: EventName, from decoder: any Decoder) throws {
        switch name {
        case .sessionOpened: self = .sessionOpened(try SessionFacts(from: decoder))
        case .sessionInvalidated: self = .sessionInvalidated(try SessionFacts(from: decoder))
        case .policyChanged: self = .policyChanged(try PolicyChange(from: decoder))
        case .requestStarted: self = .requestStarted(try RequestFacts(from: decoder))
        case .requestRedirected: self = .requestRedirected(try RedirectFacts(from: decoder))
        case .uploadProgress: self = .uploadProgress(try ProgressFacts(from: decoder))
        case .responseReceived: self = .responseReceived(try ResponseFacts(from: decoder))
        case .dataProgress: self = .dataProgress(try ProgressFacts(from: decoder))
        case .requestFinished: self = .requestFinished(try OutcomeFacts(from: decoder))
        case .requestFailed: self = .requestFailed(try OutcomeFacts(from: decoder))
        case .connectionStarted: self = .connectionStarted(try ConnectionFacts(from: decoder))
        case .connectionOpened: self = .connectionOpened(try ConnectionFacts(from: decoder))
        case .connectionReused: self = .connectionReused(try ConnectionFacts(from: decoder))
        case .sessionResumed: self = .sessionResumed(try ConnectionFacts(from: decoder))
        case .connectionClosed: self = .connectionClosed(try ConnectionFacts(from: decoder))
        case .handshakeMessage: self = .handshakeMessage(try HandshakeMessageFacts(from: decoder))
        case .alert: self = .alert(try AlertFacts(from: decoder))
        case .secured: self = .secured(try NegotiatedConnection(from: decoder))
        case .challengeReceived: self = .challengeReceived(try ChallengeFacts(from: decoder))
        case .challengeEvaluated: self = .challengeEvaluated(try DecisionFacts(from: decoder))
        case .challengeHeld: self = .challengeHeld(try HoldFacts(from: decoder))
        case .challengeAnswered: self = .challengeAnswered(try AnswerFacts(from: decoder))
        case .challengeNeverAnswered: self = .challengeNeverAnswered(try ProblemFacts(from: decoder))
        case .challengeAnsweredTwice: self = .challengeAnsweredTwice(try AnswerFacts(from: decoder))
        case .challengeAnsweredLate: self = .challengeAnsweredLate(try AnswerFacts(from: decoder))
        case .challengeFiltered: self = .challengeFiltered(try ProblemFacts(from: decoder))
        case .challengeNotRaised: self = .challengeNotRaised(try NoChallengeFacts(from: decoder))
        case .flowChosen: self = .flowChosen(try FlowFacts(from: decoder))
        case .flowStep: self = .flowStep(try StepTaken(from: decoder))
        case .fileRead: self = .fileRead(try FileRead(from: decoder))
        case .identityOpened: self = .identityOpened(try IdentitySummary(from: decoder))
        case .identityRefused: self = .identityRefused(try ProblemFacts(from: decoder))
        case .labClientSeen: self = .labClientSeen(try LabClientFacts(from: decoder))
        case .labVerdict: self = .labVerdict(try LabClientFacts(from: decoder))
        case .note: self = .note(try ProblemFacts(from: decoder))
        }
    }

    /// The facts alone.
    var facts: any Encodable & Sendable {
        switch self {
        case .sessionOpened(let facts): facts
        case .sessionInvalidated(let facts): facts
        case .policyChanged(let facts): facts
        case .requestStarted(let facts): facts
        case .requestRedirected(let facts): facts
        case .uploadProgress(let facts): facts
        case .responseReceived(let facts): facts
        case .dataProgress(let facts): facts
        case .requestFinished(let facts): facts
        case .requestFailed(let facts): facts
        case .connectionStarted(let facts): facts
        case .connectionOpened(let facts): facts
        case .connectionReused(let facts): facts
        case .sessionResumed(let facts): facts
        case .connectionClosed(let facts): facts
        case .handshakeMessage(let facts): facts
        case .alert(let facts): facts
        case .secured(let facts): facts
        case .challengeReceived(let facts): facts
        case .challengeEvaluated(let facts): facts
        case .challengeHeld(let facts): facts
        case .challengeAnswered(let facts): facts
        case .challengeNeverAnswered(let facts): facts
        case .challengeAnsweredTwice(let facts): facts
        case .challengeAnsweredLate(let facts): facts
        case .challengeFiltered(let facts): facts
        case .challengeNotRaised(let facts): facts
        case .flowChosen(let facts): facts
        case .flowStep(let facts): facts
        case .fileRead(let facts): facts
        case .identityOpened(let facts): facts
        case .identityRefused(let facts): facts
        case .labClientSeen(let facts): facts
        case .labVerdict(let facts): facts
        case .note(let facts): facts
        }
    }
}
