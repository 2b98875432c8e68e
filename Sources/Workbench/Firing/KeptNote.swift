import Diagnosis
import Foundation
import RequestEngine

/// Something that a session keeps and that is neither a connection nor a TLS session.
public struct KeptNote: Hashable, Sendable {
    /// The host that it is about.
    public var host: String
    /// What it would do to the next request, a sentence.
    public var sentence: String

    /// A note of known parts.
    public init(host: String, sentence: String) {
        self.host = host
        self.sentence = sentence
    }
}

extension Bench {
    /// The responses and the users with passwords that the open sessions keep, and what each would do now. Waits for
    /// nobody.
    public var keptNotes: [KeptNote] {
        let now = Date()
        return state.withLock { Array($0.sessions.values) }.flatMap { session -> [KeptNote] in
            let responses = (session.configuration.cache?.kept(at: now) ?? []).map { address, freshFor in
                KeptNote(
                    host: (try? RequestURL(address).host) ?? "",
                    sentence: Sanitizer.line(
                        freshFor >= 0
                            ? "The cache holds \(address), fresh for \(Int(freshFor)) s: where it is used, nobody is asked."
                            : "The cache holds \(address), which is stale: the server is asked for it again."
                    )
                )
            }
            let users = session.configuration.credentials.spaces.map { host, user in
                KeptNote(
                    host: host,
                    sentence: Sanitizer.line("A question for a password would be answered as \(user).")
                )
            }
            return responses + users
        }
    }
}
