import Foundation
import Trust

extension Event: Codable {
    private enum CodingKeys: String, CodingKey {
        case sequence, time, elapsed, session, request, connection, challenge, host, kind, facts, certificates, profile
    }

    /// Reads an event's object. Certificates and profile stand there by hash alone: they stay empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .time)
        guard let time = EventTime.time(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .time,
                in: container,
                debugDescription: "no RFC 3339 time: \(text)"
            )
        }
        let name = try container.decode(EventName.self, forKey: .kind)
        self.init(
            try EventKind(name, from: try container.superDecoder(forKey: .facts)),
            time: time,
            elapsed: try container.decodeIfPresent(Int64.self, forKey: .elapsed),
            session: try container.decodeIfPresent(Int.self, forKey: .session),
            request: try container.decodeIfPresent(Int.self, forKey: .request),
            connection: try container.decodeIfPresent(Int.self, forKey: .connection),
            challenge: try container.decodeIfPresent(Int.self, forKey: .challenge),
            host: try container.decodeIfPresent(String.self, forKey: .host)
        )
        sequence = try container.decode(Int64.self, forKey: .sequence)
    }

    /// Writes the event's numbers, its kind's name, and the facts in an object of their own, so that no fact's name can
    /// clash with the event's; certificates and profile by SHA-256.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(EventTime.text(time), forKey: .time)
        try container.encodeIfPresent(elapsed, forKey: .elapsed)
        try container.encodeIfPresent(session, forKey: .session)
        try container.encodeIfPresent(request, forKey: .request)
        try container.encodeIfPresent(connection, forKey: .connection)
        try container.encodeIfPresent(challenge, forKey: .challenge)
        try container.encodeIfPresent(host, forKey: .host)
        try container.encode(kind.eventName, forKey: .kind)
        try container.encode(FactsBox(facts: kind.facts), forKey: .facts)
        if !certificates.isEmpty { try container.encode(certificates.map(\.sha256), forKey: .certificates) }
        if let profile { try container.encode(profile.hash, forKey: .profile) }
    }
}

/// Lets facts of any type stand behind a key.
private struct FactsBox: Encodable {
    let facts: any Encodable
    func encode(to encoder: any Encoder) throws { try facts.encode(to: encoder) }
}
