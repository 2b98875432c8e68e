import Diagnosis
import Events
import Foundation
import Trust

/// Everything that is known when a request ends: the ground of its outcome.
struct Ending {
    var request: Request
    var profile: ClientProfile
    /// The peer that it had come to.
    var hop: Hop
    /// Whether a TCP connection stood.
    var hasConnected: Bool
    /// The proxy's answer to CONNECT, as far as it came; nil once the tunnel stands, or where none is needed.
    var tunnel: ResponseCollector?
    /// The record of the connection's TLS; nil where there was none.
    var transcript: Transcript?
    var negotiated: NegotiatedConnection?
    var phase: Phase
    /// The addresses tried, with the port.
    var addresses: [String]
    /// libcurl's code; 0 also where libcurl was not asked.
    var curlCode: Int
    var curlText: String
    /// The `errno` of a failed connect, read or write.
    var systemError: Int32
    /// Whether a whole response came.
    var isComplete: Bool
    var response: ResponseCollector
    var stoppedBy: String?
    var expiry: Deadlines.Expiry?
    /// The server hung up while a challenge was held.
    var lostHold: Problem?
    /// A challenge never got its answer.
    var silence: Problem?
    /// The app that answers would have crashed.
    var crash: Problem?
    /// How the challenges were answered.
    var answers: [Hop: HopAnswers]
    /// What the server asked for when it asked who we are.
    var asked: ClientCertificateRequest?
    /// The identity that was put on the connection.
    var presented: Identity?
    /// The time of judgement.
    var date: Date
    /// A question for a user and a password was cancelled.
    var cancelledPassword: AnswerEffect?
    /// Whether answers of an earlier request stand behind it.
    var restsOnEarlier = false

    /// The answers at the peer that it had come to.
    var trust: (decision: ClientDecision, effect: AnswerEffect)? { answers[hop]?.trust }
    var identity: (decision: ClientDecision, effect: AnswerEffect)? { answers[hop]?.identity }

    /// What the ending comes to: who refused whom, what is wrong, and the error that the client's code sees.
    struct Conclusion {
        var refusal: Refusal?
        var problem: Problem?
        var error: ClientError?
    }

    /// The facts for the event that ends the request.
    ///
    /// - Parameter earlier: what was found before a redirect.
    func outcome(remarks: [Problem], earlier: [DiagnosisCode]) -> OutcomeFacts {
        let conclusion = WhoRefused.conclude(self)
        let evaluation = trust?.decision.evaluation
        var outcome = OutcomeFacts(
            reason: conclusion.problem?.sentence ?? evaluation?.reason
                ?? response.status.map { "The server answered \($0)." } ?? "The request ended."
        )
        outcome.status = response.isHeadComplete ? response.status : nil
        outcome.contentType = response.header("content-type").map(Sanitizer.line)
        outcome.bodyBytes = response.bodyBytes
        outcome.bodyText = response.bodyText()
        outcome.refusal = conclusion.refusal
        outcome.code = conclusion.problem?.code
        outcome.remedy = conclusion.problem?.remedy
        outcome.clientError = conclusion.error
        outcome.errorsElsewhere = errorsElsewhere(conclusion.refusal)
        let all = answers.sorted { $0.key == .origin && $1.key == .proxy }.map(\.value)
        let decisions = all.flatMap(\.decisions)
        var codes: [DiagnosisCode] = []
        if let code = conclusion.problem?.code { codes.append(code) }
        for decision in decisions { codes += (decision.evaluation?.codes ?? []) + decision.codes }
        codes += all.flatMap(\.effects).compactMap(\.code)
        if let silence { codes.append(silence.code) }
        codes += remarks.map(\.code)
        if let truncation { codes.append(truncation.code) }
        if restsOnEarlier { codes.append(.connectionReused) }
        outcome.codes = (codes + earlier).uniqued()
        if curlCode != 0 {
            outcome.curlCode = curlCode
            outcome.curlText = Sanitizer.line(curlText)
        }
        let x509 = trust.map { $0.effect.x509Error } ?? 0
        outcome.x509Error = x509 != 0 ? x509 : evaluation.flatMap { $0.x509Error != 0 ? $0.x509Error : nil }
        outcome.phase = isComplete ? nil : phase.rawValue
        return outcome
    }

    /// How a refusal of ours shows in the client's other places.
    private func errorsElsewhere(_ refusal: Refusal?) -> [ErrorElsewhere]? {
        let effect: AnswerEffect? =
            switch refusal {
            case .weRefusedServer?: trust?.effect
            case .weCancelledIdentity?: identity?.effect
            default: nil
            }
        return effect.flatMap { $0.elsewhere.isEmpty ? nil : $0.elsewhere }
    }

    /// A close that may have cut the response short, although libcurl takes it for whole.
    var truncation: Problem? {
        guard let transcript, response.isHeadComplete, isComplete, transcript.peerClosed || transcript.hasCloseNotify
        else { return nil }
        // A length that libcurl cannot count is none to it.
        let isShort = response.contentLength == Int.max && response.end == .length(.max) && request.method != "HEAD"
        guard isShort || (!response.hasKnownLength && !transcript.hasCloseNotify) else { return nil }
        return truncated(during: .body)
    }

    /// A response that a close has cut short.
    func truncated(during phase: Phase) -> Problem {
        .truncated(
            phase: words(for: phase),
            received: response.bodyBytes,
            end: response.end,
            hadCloseNotify: transcript?.hasCloseNotify ?? false
        )
    }

    /// A phase in words, as it stands after "waiting for" or "during".
    func words(for phase: Phase) -> String {
        switch phase {
        case .name: "the name's resolution"
        case .tcp: "the TCP connection"
        case .tunnel: "the proxy's answer to CONNECT"
        case .tls: hop == .proxy ? "the handshake with the proxy" : "the handshake"
        case .wait: "the first byte of the response"
        case .body: "the rest of the response"
        }
    }

    /// The last messages, in words.
    var lastMessages: String {
        guard let transcript else { return "without TLS" }
        return "after \(transcript.lastSent) was sent and \(transcript.lastReceived) received"
    }

    /// What the ClientHello offered, in words.
    var offer: String {
        guard let hello = transcript?.offered else {
            return "TLS \(profile.minimumTLS)..\(profile.maximumTLS)"
        }
        let name = hello.serverName.map { "SNI \(Sanitizer.line($0))" } ?? "no SNI"
        let protocols = hello.protocols.isEmpty ? "no ALPN" : "ALPN " + hello.protocols.joined(separator: " ")
        return "\(offeredVersions), \(hello.suiteCount) cipher suites, \(name), \(protocols)"
    }

    /// The range of versions offered.
    var offeredVersions: String {
        profile.minimumTLS == profile.maximumTLS
            ? "TLS \(profile.minimumTLS)" : "TLS \(profile.minimumTLS)..\(profile.maximumTLS)"
    }
}
