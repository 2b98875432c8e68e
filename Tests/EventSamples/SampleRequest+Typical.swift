import Diagnosis
import Events
import Trust

extension SampleRequest {
    /// Server trust asked and accepted, revocation off.
    public static func accepted(_ number: Int = 1, host: String = "good.lab.test") -> SampleRequest {
        var request = SampleRequest(number, host: host)
        request.connect()
        request.serverTrust()
        request.answer(.useCredential, proceeds: true)
        request.secure()
        request.finish()
        return request
    }

    /// Accepted although host and date fail.
    public static func letBy(_ number: Int = 1, host: String = "wrong-host.lab.test") -> SampleRequest {
        var request = SampleRequest(number, host: host, profile: EventSamples.profile, client: "F2c+1")
        request.connect("1.2")
        request.serverTrust([.host: (.letBy, .hostMismatch), .date: (.letBy, .dateExpired)], version: "1.2")
        request.answer(.useCredential, proceeds: true)
        request.secure("1.2")
        request.finish()
        return request
    }

    /// Refused by us: the leaf has ended.
    public static func refused(_ number: Int = 1, host: String = "expired.lab.test") -> SampleRequest {
        var request = SampleRequest(number, host: host)
        request.connect()
        request.serverTrust([.date: (.fail, .dateExpired)], leafEndsIn: -412)
        request.answer(.cancelAuthenticationChallenge, proceeds: false, code: .dateExpired)
        let alert = AlertFacts(
            direction: .sent,
            isFatal: true,
            number: 45,
            name: "certificate_expired",
            stage: "handshake"
        )
        request.add(.alert(alert))
        request.fail(.weRefusedServer, .dateExpired, reason: "The leaf ended 412 days ago.")
        return request
    }

    /// Held for a person: no pin matches.
    public static func held(_ number: Int = 1, host: String = "pinned.lab.test") -> SampleRequest {
        var request = SampleRequest(number, host: host)
        request.connect()
        request.serverTrust([.pin: (.fail, .pinNoMatch)])
        request.hold()
        return request
    }

    /// A resumed session: no challenge came.
    public static func resumed(_ number: Int = 2, on first: Int = 1, host: String = "good.lab.test") -> SampleRequest {
        var request = SampleRequest(number, host: host)
        let facts = ConnectionFacts(address: "127.0.0.1", port: 9443, reason: "resumed", restsOnRequest: first)
        request.add(.connectionStarted(facts))
        request.add(.connectionOpened(facts))
        request.add(.sessionResumed(facts))
        var connection = EventSamples.connection()
        connection.resumed = true
        request.add(.secured(connection))
        let reason = NoChallengeFacts(
            reason: .resumedSession,
            method: .serverTrust,
            restsOnRequest: first,
            sentence: "resumed session, answer of no. \(first)"
        )
        request.add(.challengeNotRaised(reason))
        request.finish()
        return request
    }

    /// Both challenges answered *use*.
    public static func mutual(_ number: Int = 1, host: String = "mutual.lab.test") -> SampleRequest {
        var request = SampleRequest(number, host: host, profile: EventSamples.profile, client: "F3")
        request.connect("1.2")
        request.serverTrust(version: "1.2")
        request.answer(.useCredential, proceeds: true)
        let identity = EventSamples.identity()
        request.clientCertificate(
            [IdentityOffer(identity: identity, fits: true, why: "under Lab CA, which is named: fits")],
            ClientAnswer(.useCredential, identity: identity, sends: .leafOnly)
        )
        request.answer(.useCredential, proceeds: true, identity: identity)
        request.message(.sent, "CertificateVerify", 15, "1.2")
        request.secure("1.2")
        request.finish()
        return request
    }

    /// No identity was sent, and the server answers 400.
    public static func wantsIdentity(_ number: Int = 1, host: String = "mutual.lab.test") -> SampleRequest {
        var request = SampleRequest(number, host: host)
        request.connect("1.2")
        request.serverTrust(version: "1.2")
        request.answer(.useCredential, proceeds: true)
        request.clientCertificate([], ClientAnswer(.performDefaultHandling))
        request.answer(.performDefaultHandling, proceeds: true)
        request.secure("1.2")
        request.finish(400, refusal: .serverRefusedByStatus, code: .clientNone)
        return request
    }

    /// TLS 1.3: the handshake was done when the server refused our identity.
    public static func refusedIdentity(_ number: Int = 1, host: String = "mutual-other-ca.lab.test") -> SampleRequest {
        var request = SampleRequest(number, host: host)
        request.connect()
        request.serverTrust()
        request.answer(.useCredential, proceeds: true)
        let identity = EventSamples.identity()
        request.clientCertificate(
            [IdentityOffer(identity: identity, fits: false, why: "issuer is not the one named")],
            ClientAnswer(.useCredential, identity: identity)
        )
        request.answer(.useCredential, proceeds: true, identity: identity)
        request.secure()
        let alert = AlertFacts(
            direction: .received,
            isFatal: true,
            number: 48,
            name: "unknown_ca",
            stage: "after handshake"
        )
        request.add(.alert(alert))
        request.fail(.serverRefusedIdentity, .clientIssuerNotAccepted, reason: "The server does not accept Lab CA.")
        return request
    }

    /// Nobody listens on the port.
    public static func unreachable(_ number: Int = 1, host: String = "nowhere.lab.test") -> SampleRequest {
        var request = SampleRequest(number, host: host)
        request.add(.connectionStarted(ConnectionFacts(address: "127.0.0.1", port: 1, reason: "nothing to resume")))
        request.fail(.undecided, .wireRefused, reason: "Nobody listens on 127.0.0.1:1.")
        return request
    }
}
