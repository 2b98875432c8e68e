/// The requests whose answers stand behind a connection; nil where the challenge did not come.
struct ChallengeOrigin: Hashable, Sendable {
    var serverTrust: Int?
    var clientCertificate: Int?
}

/// The origins of a pool's TLS sessions, by the number of the connection that made them.
final class ChallengeOrigins {
    private var origins: [Int: ChallengeOrigin] = [:]
    private var order: [Int] = []
    private let capacity = 4096

    subscript(connection: Int) -> ChallengeOrigin? {
        get { origins[connection] }
        set {
            if origins.updateValue(newValue ?? ChallengeOrigin(), forKey: connection) == nil {
                order.append(connection)
            }
            if order.count > capacity { origins[order.removeFirst()] = nil }
        }
    }
}
