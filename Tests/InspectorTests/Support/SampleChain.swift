import Diagnosis
import EventSamples
import Events
import Foundation
import Trust

/// Real certificates without keys, and a request whose server presents them.
enum SampleChain {
    static let all: [PresentedCertificate] = [leaf, intermediate, root].map { text in
        let bytes = Data(base64Encoded: text.filter { !$0.isWhitespace }) ?? Data()
        return PresentedCertificate(encoded: Array(bytes))
    }

    /// A request to pinned.test that is held since no pin matches.
    static func held(_ number: Int = 1) -> SampleRequest {
        var request = challenged(number)
        request.add(.challengeHeld(HoldFacts(timeout: 30, safeAnswer: .cancelAuthenticationChallenge)), challenge: 1)
        return request
    }

    /// The same, cancelled by the policy.
    static func refused(_ number: Int = 1) -> SampleRequest {
        var request = challenged(number)
        let effect = AnswerEffect(
            proceeds: false,
            error: ClientError(code: -999, name: "cancelled"),
            code: .pinNoMatch,
            reason: "No pin matches."
        )
        let answer = AnswerFacts(answer: ClientAnswer(.cancelAuthenticationChallenge), effect: effect, by: "policy")
        request.add(.challengeAnswered(answer), challenge: 1)
        request.fail(.weRefusedServer, .pinNoMatch, reason: "No pin matches.")
        return request
    }

    /// Accepted, from a server whose leaf bears these names.
    static func named(_ number: Int, _ names: [[UInt8]]) -> SampleRequest {
        let leaf = PresentedCertificate(encoded: NamedCertificate.bytes(all[0].encoded, names: names))
        var request = challenged(number, chain: [leaf] + all.dropFirst())
        request.answer(.useCredential, proceeds: true)
        request.finish()
        return request
    }

    private static func challenged(_ number: Int, chain all: [PresentedCertificate] = all) -> SampleRequest {
        var request = SampleRequest(number, host: "pinned.test", url: "https://pinned.test:8443/", profile: profile)
        request.connect()
        let facts = ChallengeFacts(
            method: .serverTrust,
            host: "pinned.test",
            port: 8443,
            chain: all.map(\.sha256),
            question: EventSamples.question("pinned.test")
        )
        request.add(.challengeReceived(facts), challenge: 1, certificates: all)
        var evaluation = EventSamples.evaluation("pinned.test", [.pin: (.fail, .pinNoMatch)])
        evaluation.certificates = []
        evaluation.checks = checks
        let decision = ClientDecision(
            answers: [ClientAnswer(.cancelAuthenticationChallenge, step: evaluation.step)],
            evaluation: evaluation
        )
        request.add(
            .challengeEvaluated(DecisionFacts(decision: decision, duration: 90)),
            challenge: 1,
            profile: profile
        )
        return request
    }

    static let profile = ClientProfile(
        name: "bank-app",
        policy: Policy(AFSecurityPolicy(pinningMode: .certificate, pins: [.publicKey(EventSamples.digest("pin"))]))
    )

    private static let checks = [
        Check(.date, .pass, certificate: 0, detail: "leaf valid now, 41 days left"),
        Check(.host, .pass, certificate: 0, detail: "pinned.test = SAN dns:pinned.test"),
        Check(.issuer, .pass, detail: "leaf < Test Issuing CA 2 < Test Root A (in store)"),
        Check(.purpose, .pass, certificate: 0, detail: "extended key usage has serverAuth"),
        Check(.keyStrength, .pass, detail: "P-256, sha256, no SHA-1 in the path"),
        Check(
            .pin,
            .fail,
            decides: true,
            detail: "sha256//8Qx1..k0= and 2 more; set prod wants 2 others",
            code: .pinNoMatch
        ),
        Check(.revocation, .skipped, detail: "switch revocation is off"),
    ]

    private static let leaf = """
        MIIB1zCCAX6gAwIBAgIGBJwRfiCzMAoGCCqGSM49BAMCMCsxGjAYBgNVBAMMEVRlc3QgSXNzdWluZyBDQSAyMQ0wCwYDVQQKDARU
        ZXN0MB4XDTI2MDExMDAwMDAwMFoXDTI3MDExMDAwMDAwMFowFjEUMBIGA1UEAwwLcGlubmVkLnRlc3QwWTATBgcqhkjOPQIBBggq
        hkjOPQMBBwNCAARubk2782eeurXP15xGjhAaHcEyr/gK2TZaR1d654gO0iO1I/EJ+jkqO6MLQpvjYJsHyBYzYt4U7i2jv8uu9r1T
        o4GiMIGfMAkGA1UdEwQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQMMAoGCCsGAQUFBwMBMC0GA1UdEQQmMCSCC3Bpbm5lZC50
        ZXN0gg93d3cucGlubmVkLnRlc3SHBH8AAAEwHQYDVR0OBBYEFFC6uLh/HRrpTDqu8WWfz8pJ2FqcMB8GA1UdIwQYMBaAFK6AC0kO
        ewU84ucEP4T03b6AVTyXMAoGCCqGSM49BAMCA0cAMEQCIHojFW1sESt4VvdIIWYFlWlFKZ5QKH+NZ1SMHiW0gLslAiAsG9dxrxJT
        O4wVtx1G845MmG3gaBCTNwoqBXvwti6nIQ==
        """

    private static let intermediate = """
        MIIBmzCCAUGgAwIBAgIGBJwRfiCyMAoGCCqGSM49BAMCMBYxFDASBgNVBAMMC1Rlc3QgUm9vdCBBMB4XDTI0MDUwMTAwMDAwMFoX
        DTI5MDUwMTAwMDAwMFowKzEaMBgGA1UEAwwRVGVzdCBJc3N1aW5nIENBIDIxDTALBgNVBAoMBFRlc3QwWTATBgcqhkjOPQIBBggq
        hkjOPQMBBwNCAAQn/F7sGd7Hf/K336n2TQ6L9DkKuV6TiMBmLRSTIWKGeECq1yrMPUH9LXOts8x/XstDPNNiznHPH9+566Pldole
        o2YwZDASBgNVHRMBAf8ECDAGAQH/AgEAMA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUroALSQ57BTzi5wQ/hPTdvoBVPJcwHwYD
        VR0jBBgwFoAUnXI79Dse2GFeQ13lJj3y2N+Fo8EwCgYIKoZIzj0EAwIDSAAwRQIhAKC3IfUtFd7vW+BS3n+Lx12V3abJ2DqF3FQ0
        400HkmMkAiAzd7dAqZRatxco7UDw/YdKyo4/4KZaKEmBk9YBmbxAxw==
        """

    private static let root = """
        MIIBYTCCAQigAwIBAgIGBJwRfiCxMAoGCCqGSM49BAMCMBYxFDASBgNVBAMMC1Rlc3QgUm9vdCBBMB4XDTIwMDEwMTAwMDAwMFoX
        DTQwMDEwMTAwMDAwMFowFjEUMBIGA1UEAwwLVGVzdCBSb290IEEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASbazuZMaLvlvLy
        KjbiwLGbNUMM86yK2kQagce56n1C7Ibh5TMAoJTRmUb+C7O8KnBZnF4UuFhwNdGHZyxbKTMuo0IwQDAPBgNVHRMBAf8EBTADAQH/
        MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUnXI79Dse2GFeQ13lJj3y2N+Fo8EwCgYIKoZIzj0EAwIDRwAwRAIgfVhcyUqULWyi
        zlrcKlBtVG1Wxi+7jumFfaEzxlfolBYCIAuW1sIOC9ud+/0RyQL017PfjyIT5h36v3PVx0807VA+
        """
}
