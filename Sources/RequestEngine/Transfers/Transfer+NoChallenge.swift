import Events
import Trust

/// Says why a challenge that one would expect did not come, and which earlier answer stands behind it.
extension Transfer {
    /// The request goes over a connection that was there already.
    func recordReuse(of connection: Connection) {
        let origin = connection.origin.serverTrust
        record(
            .connectionReused(
                connection.facts(
                    reason: origin.map { "connection \(connection.number), opened by no. \($0)" }
                        ?? "connection \(connection.number)",
                    restsOn: origin
                )
            )
        )
        if connection.isTLS { recordNotRaised(.reusedConnection, connection, "reused connection") }
    }

    /// The request goes over a new connection with an old TLS session.
    func recordResumption(on connection: Connection) {
        let origin = connection.origin.serverTrust
        record(
            .sessionResumed(connection.facts(reason: "the TLS session of an earlier handshake", restsOn: origin)),
            connection: connection.number
        )
        recordNotRaised(.resumedSession, connection, "resumed session")
    }

    private func recordNotRaised(_ reason: NoChallengeFacts.Reason, _ connection: Connection, _ words: String) {
        func record(_ method: AuthenticationMethod, _ origin: Int?) {
            self.record(
                .challengeNotRaised(
                    NoChallengeFacts(
                        reason: reason,
                        method: method,
                        restsOnRequest: origin,
                        sentence: words + (origin.map { ", answer of no. \($0)" } ?? "")
                    )
                ),
                connection: connection.number
            )
        }
        record(.serverTrust, connection.origin.serverTrust)
        if let origin = connection.origin.clientCertificate { record(.clientCertificate, origin) }
    }

    /// The request ended, or was refused, before the server could show a certificate.
    func recordNoChallenge(because sentence: String) {
        record(
            .challengeNotRaised(
                NoChallengeFacts(
                    reason: .refusedBefore,
                    method: .serverTrust,
                    restsOnRequest: nil,
                    sentence: sentence
                )
            )
        )
    }

    /// There is no TLS.
    func recordCleartext() {
        record(
            .challengeNotRaised(
                NoChallengeFacts(
                    reason: .cleartext,
                    method: .serverTrust,
                    restsOnRequest: nil,
                    sentence: "no TLS: there is no server to check and nobody asks who we are"
                )
            )
        )
    }
}
