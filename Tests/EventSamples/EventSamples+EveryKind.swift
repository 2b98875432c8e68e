import Diagnosis
import Events
import Foundation
import Trust

extension EventSamples {
    /// Text that a hostile peer would like to see on a terminal.
    public static let hostile = "\u{1B}[2J\u{202E}|`<b>\n# boo"

    /// At least one event of every kind, with every optional fact set somewhere.
    public static var everyKind: [EventKind] {
        session + connectionKinds + challengeKinds + identityKinds
    }

    private static var session: [EventKind] {
        [
            .sessionOpened(SessionFacts(reason: "start")),
            .sessionInvalidated(SessionFacts(reason: "by you")),
            .policyChanged(PolicyChange(name: "identity", from: "client.p12", to: "none", by: "you")),
            .requestStarted(
                RequestFacts(
                    method: "POST",
                    url: "https://mutual.lab.test:9450/login?a=\"b\"\\",
                    headers: [HeaderField(name: "Authorization", value: "(redacted)")],
                    bodyBytes: 12,
                    connectTo: "127.0.0.1:9450",
                    serverName: "mutual.lab.test",
                    nameChecked: "mutual.lab.test",
                    client: "F2c+1",
                    policyLine: "AF 4.0  certificate (1 CA)  domain OFF!",
                    scenario: "mutual",
                    repeats: 3
                )
            ),
            .requestStarted(RequestFacts(method: "GET", url: "http://\(hostile)/")),
            .requestRedirected(RedirectFacts(status: 302, location: "https://other.lab.test/\u{1}")),
            .uploadProgress(ProgressFacts(bytes: 5, total: 12)),
            .dataProgress(ProgressFacts(bytes: 214)),
            .responseReceived(
                ResponseFacts(
                    status: 200,
                    httpVersion: "2",
                    headers: [HeaderField(name: "Set-Cookie", value: "(redacted)")]
                )
            ),
            .requestFinished(finished(200)),
            .requestFailed(failed),
        ]
    }

    private static var connectionKinds: [EventKind] {
        let facts = ConnectionFacts(address: "127.0.0.1", port: 9450, reason: "nothing to resume", restsOnRequest: 1)
        return [
            .connectionStarted(facts), .connectionOpened(facts), .connectionReused(facts), .sessionResumed(facts),
            .connectionClosed(facts),
            .handshakeMessage(
                HandshakeMessageFacts(
                    direction: .sent,
                    name: "ClientHello",
                    type: 1,
                    version: "1.2",
                    bytes: 217,
                    detail: "SNI mutual.lab.test, ALPN h2"
                )
            ),
            .alert(
                AlertFacts(
                    direction: .received,
                    isFatal: true,
                    number: 48,
                    name: "unknown_ca",
                    stage: "after handshake"
                )
            ),
            .secured(connection("1.2")),
        ]
    }

    private static var challengeKinds: [EventKind] {
        let answer = AnswerFacts(
            answer: ClientAnswer(
                .useCredential,
                identity: identity(),
                sends: .leafOnly,
                step: DecidingStep(flow: "F6", number: 4, text: "if it did NOT succeed: use", defect: "inverted")
            ),
            effect: AnswerEffect(
                proceeds: false,
                identity: identity(),
                sends: .leafOnly,
                error: ClientError(code: -1202, name: "serverCertificateUntrusted", isAssumed: true),
                code: .dateExpired,
                reason: "The leaf has ended.",
                x509Error: 10,
                isAssumed: true
            ),
            by: "you",
            timeHeld: 2_100_000
        )
        var facts = ChallengeFacts(
            method: .serverTrust,
            host: "mutual.lab.test",
            port: 9450,
            isProxy: true,
            previousFailureCount: 1,
            chain: [digest("leaf"), digest("int")],
            question: question("mutual.lab.test")
        )
        facts.question?.appAnchors = [digest("app")]
        facts.question?.userAnchors = [digest("user")]
        facts.question?.appOnly = true
        let decision = ClientDecision(
            answers: [answer.answer],
            asksPerson: true,
            evaluation: evaluation("mutual.lab.test", [.date: (.fail, .dateExpired), .host: (.letBy, .hostMismatch)]),
            steps: [StepTaken(step: DecidingStep(flow: "F6", number: 1, text: "is it a literal?"), result: "no")],
            filesRead: [FileRead(name: "server.cer", outcome: "missing", problem: Problem(.fileMissing, "No file."))],
            offers: [IdentityOffer(identity: identity(), fits: false, why: "ended", codes: [.clientExpired])],
            codes: [.identityChainDropped]
        )
        return [
            .challengeReceived(facts),
            .challengeReceived(
                ChallengeFacts(method: .clientCertificate, host: "mutual.lab.test", port: 9450, asked: asked)
            ),
            .challengeEvaluated(DecisionFacts(decision: decision, duration: 90)),
            .challengeHeld(HoldFacts(timeout: 30, safeAnswer: .cancelAuthenticationChallenge)),
            .challengeHeld(HoldFacts(timeout: .infinity, safeAnswer: .performDefaultHandling)),
            .challengeAnswered(answer), .challengeAnsweredTwice(answer), .challengeAnsweredLate(answer),
            .challengeNeverAnswered(
                ProblemFacts(Problem(.challengeNeverAnswered, "Nobody answered.", remedy: "Answer."))
            ),
            .challengeFiltered(ProblemFacts(Problem(.challengeFiltered, "The delegate was not asked."))),
            .challengeNotRaised(
                NoChallengeFacts(
                    reason: .resumedSession,
                    method: .serverTrust,
                    restsOnRequest: 1,
                    sentence: "resumed session, answer of no. 1"
                )
            ),
            .flowChosen(FlowFacts(flow: FlowReference("F6", repaired: true), title: "IP-direct")),
            .flowStep(
                StepTaken(step: DecidingStep(flow: "F6r", number: 2, text: "read server.cer"), result: "missing")
            ),
            .fileRead(FileRead(name: "server.cer", outcome: "missing", problem: Problem(.fileMissing, "No file."))),
        ]
    }

    private static var identityKinds: [EventKind] {
        var client = LabClientFacts(scenario: "self-signed", connection: 7, peer: "127.0.0.1:40000")
        client.userAgent = "my-app/2.1 \(hostile)"
        client.fingerprint = "0a1b"
        client.conduct = .talked
        client.alert = AlertFacts(direction: .sent, isFatal: false, number: 0, name: "close_notify", stage: "handshake")
        client.requestLine = "GET /token"
        client.clientCertificate = "CN=alice"
        client.clientVerdict = "X509_V_OK"
        client.status = 200
        return [
            .identityOpened(identity()),
            .identityRefused(ProblemFacts(Problem(.p12MacMismatch, "The pass phrase or the file is wrong."))),
            .labClientSeen(LabClientFacts(scenario: "good", connection: 1, peer: "127.0.0.1:40001")),
            .labVerdict(client),
            .note(ProblemFacts(note: "by hand")),
        ]
    }

    /// An outcome with a response.
    public static func finished(_ status: Int) -> OutcomeFacts {
        var facts = OutcomeFacts(reason: "")
        facts.status = status
        facts.contentType = "application/json"
        facts.bodyBytes = 214
        facts.bodyText = "{}"
        return facts
    }

    /// An outcome with everything set.
    public static var failed: OutcomeFacts {
        var facts = OutcomeFacts(reason: "The leaf ended 412 days ago.")
        facts.refusal = .weRefusedServer
        facts.code = .dateExpired
        facts.codes = [.dateExpired, .hostMismatch]
        facts.remedy = "Renew it."
        facts.clientError = ClientError(code: -1202, name: "serverCertificateUntrusted")
        facts.curlCode = 60
        facts.curlText = "SSL peer certificate or SSH remote key was not OK"
        facts.x509Error = 10
        facts.phase = "tls"
        return facts
    }
}
