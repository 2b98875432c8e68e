import Diagnosis
import Events
import Foundation
import Trust

/// Who refused whom: concluded from our own record of answers, messages and alerts, never from libcurl's code.
///
/// libcurl gives one code to opposite events (60 both when we refuse an expired server and when the server refuses our
/// expired certificate) and several codes to one. Its code counts here only where nothing was refused: for a name that
/// does not resolve, and for a response that broke off.
enum WhoRefused {
    static func conclude(_ ending: Ending) -> Ending.Conclusion {
        if let author = ending.stoppedBy {
            return .init(
                refusal: .stopped,
                problem: .requestStopped(by: author, phase: ending.words(for: ending.phase)),
                error: ClientError.cancelled
            )
        }
        if let effect = ending.cancelledPassword {
            return .init(refusal: .weCancelledIdentity, problem: problem(effect), error: effect.error)
        }
        if let crash = ending.crash { return .init(refusal: .undecided, problem: crash) }
        if ending.isComplete { return byStatus(ending) ?? byType(ending) ?? .init() }
        var conclusion = ProxyFault.tunnel(ending) ?? incomplete(ending)
        if ending.hop == .proxy, let proxy = ending.request.proxy {
            conclusion.problem = conclusion.problem?.atProxy(proxy.address)
        }
        return conclusion
    }

    private static func incomplete(_ ending: Ending) -> Ending.Conclusion {
        ourAnswer(ending) ?? noAnswer(ending) ?? alertReceived(ending) ?? ourAlert(ending)
            ?? beforeTLS(ending) ?? ProxyFault.silence(ending) ?? broken(ending) ?? response(ending)
            ?? .init(
                refusal: .undecided,
                problem: .requestStopped(
                    by: "libcurl (\(ending.curlText))",
                    phase: ending.words(for: ending.phase)
                ),
                error: .secureConnectionFailed(isAssumed: true)
            )
    }

    // MARK: What we did

    private static func ourAnswer(_ ending: Ending) -> Ending.Conclusion? {
        if let lost = ending.lostHold {
            return .init(
                refusal: .undecided,
                problem: lost,
                error: .networkConnectionLost.assumed
            )
        }
        if ending.transcript?.trust == .refuses, let effect = ending.trust?.effect {
            return .init(refusal: .weRefusedServer, problem: problem(effect), error: effect.error)
        }
        if ending.transcript?.identity == .refuses, let effect = ending.identity?.effect {
            return .init(refusal: .weCancelledIdentity, problem: problem(effect), error: effect.error)
        }
        if let problem = ending.transcript?.localIdentityProblem {
            return .init(
                refusal: .weCancelledIdentity,
                problem: problem,
                error: .secureConnectionFailed(isAssumed: true)
            )
        }
        return nil
    }

    private static func problem(_ effect: AnswerEffect) -> Problem {
        Problem(effect.code ?? .requestStopped, effect.reason)
    }

    private static func noAnswer(_ ending: Ending) -> Ending.Conclusion? {
        guard let expiry = ending.expiry else {
            // A libcurl that cannot wait ends the request itself.
            return ending.silence.map {
                .init(refusal: .undecided, problem: $0, error: ClientError.timedOut)
            }
        }
        let problem =
            ending.silence
            ?? .timedOut(
                waitingFor: ending.words(for: expiry.phase),
                limit: expiry.limit.words,
                setter: expiry.isTotal ? "the request's own limit" : "the limit for this phase"
            )
        return .init(refusal: .undecided, problem: problem, error: ClientError.timedOut)
    }

    // MARK: What the peer did

    /// Alerts by which a server says that it does not like the client's certificate, or that there is none.
    static let identityAlerts: Set<Int> = [40, 41, 42, 43, 44, 45, 46, 48, 49, 116]

    private static func alertReceived(_ ending: Ending) -> Ending.Conclusion? {
        guard let transcript = ending.transcript, let alert = transcript.fatal(.received) else { return nil }
        let name = AlertFacts.name(of: alert.number)
        let words = "alert \(alert.number) \(name)"
        // GnuTLS calls an empty certificate in TLS 1.2 undecodable (50).
        let isAboutNone = alert.number == 50 && transcript.certificatesSent == 0 && !alert.isAfterHandshake
        if alert.isAfterIdentity, isAboutNone || identityAlerts.contains(alert.number) {
            return identityRefused(
                ending,
                words: words,
                alert: alert.number,
                moment: alert.isAfterHandshake ? .afterHandshake : .inHandshake
            )
        }
        let problem: Problem =
            switch alert.number {
            case 70: .noCommonVersion(offered: ending.offeredVersions, answer: words)
            case 112: .unrecognizedName(serverName: transcript.offered?.serverName)
            default:
                .alertReceived(
                    UInt8(clamping: alert.number),
                    name: name,
                    offered: ending.offer,
                    about: about(alert.number),
                    remedy: remedy(alert.number)
                )
            }
        return .init(refusal: .peerAlert, problem: problem, error: ClientError.secureConnectionFailed(isAssumed: false))
    }

    private static func about(_ alert: Int) -> String? {
        switch alert {
        case 40: "no common parameters, or a reason that the server keeps to itself"
        case 71: "what was offered is too weak for the server"
        case 80: "a fault in the peer"
        case 120: "no common application protocol (ALPN)"
        default: nil
        }
    }

    private static func remedy(_ alert: Int) -> String? {
        switch alert {
        case 40, 71: "Compare the versions and cipher suites of the server with those offered."
        case 80: "Look at the server's own log."
        case 120: "Offer a protocol that the server speaks."
        default: nil
        }
    }

    private static func identityRefused(
        _ ending: Ending,
        words: String,
        alert: Int?,
        moment: Problem.IdentityMoment
    ) -> Ending.Conclusion {
        let isByStatus = moment == .asStatus
        let refusal: Refusal = isByStatus ? .serverRefusedByStatus : .serverRefusedIdentity
        guard let identity = ending.presented, (ending.transcript?.certificatesSent ?? 0) > 0 else {
            let isTLS13 = ending.negotiated?.version == "1.3"
            let problem = Problem.clientCertificateMissing(
                issuers: ending.asked?.issuers.map(\.text) ?? [],
                fitting: ending.identity?.decision.offers.first { $0.fits }.map {
                    "\($0.identity.file) (\($0.identity.subject))"
                },
                moment: moment,
                words: words,
                isGeneric: alert == 40 && !isTLS13
            )
            return .init(
                refusal: refusal,
                problem: problem,
                error: isByStatus ? nil : ClientError.clientCertificateRequired
            )
        }
        let problem = IdentityFault.problem(
            identity,
            sends: ending.identity?.effect.sends ?? .chain,
            asked: ending.asked?.issuers ?? [],
            date: ending.date,
            alert: alert,
            offer: ending.offer,
            moment: moment,
            words: words
        )
        return .init(
            refusal: refusal,
            problem: problem,
            error: isByStatus ? nil : ClientError.clientCertificateRejected
        )
    }

    /// What a server says over HTTP about the certificate that it asked for.
    private static func byStatus(_ ending: Ending) -> Ending.Conclusion? {
        guard ending.asked != nil, let status = ending.response.status else { return nil }
        // nginx: 495 and 496 are its own, sent as 400 unless error_page says otherwise.
        let words = ending.response.bodyText(limit: 4096).flatMap(StatusWords.aboutCertificate)
        guard status == 495 || status == 496 || ([400, 403].contains(status) && words != nil) else { return nil }
        return identityRefused(
            ending,
            words: "HTTP \(status)" + (words.map { ", \"\($0)\"" } ?? ""),
            alert: nil,
            moment: .asStatus
        )
    }

    /// A content type that the client does not take, as a response serializer says it.
    private static func byType(_ ending: Ending) -> Ending.Conclusion? {
        let accepted = ending.request.acceptedTypes
        guard !accepted.isEmpty, ending.response.bodyBytes > 0 else { return nil }
        let type = ending.response.header("content-type")
        let bare = type.map { $0.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased() }
        guard !accepted.contains(where: { $0.lowercased() == bare }) else { return nil }
        let problem = Problem.contentTypeNotAccepted(
            type,
            accepted: accepted,
            status: ending.response.status ?? 0,
            text: ending.response.bodyText(limit: 300)
        )
        return .init(problem: problem, error: .cannotDecodeContentData)
    }

    // MARK: Neither refused

    private static func ourAlert(_ ending: Ending) -> Ending.Conclusion? {
        guard let transcript = ending.transcript else { return nil }
        let error = ClientError.secureConnectionFailed(isAssumed: false)
        if !transcript.startsAsTLS {
            let first = FirstBytes(transcript.firstBytes)
            return .init(
                refusal: .undecided,
                problem: .notTLS(first: first.text, likeness: first.likeness, isProxy: ending.hop == .proxy),
                error: error
            )
        }
        guard let alert = transcript.fatal(.sent) else { return nil }
        let problem: Problem =
            switch transcript.opensslReason {
            case TLSReason.dhKeyTooSmall:
                .dhTooSmall(
                    bits: nil,
                    level: HandshakeHook.Settings(ending.profile).securityLevel,
                    wanted: HandshakeHook.Settings(ending.profile).minimumDHBits
                )
            case TLSReason.unsafeLegacyRenegotiation: .legacyRenegotiation
            case TLSReason.unsupportedProtocol: noCommonVersion(ending, transcript)
            // Later, bytes that belong to nothing look like another version too.
            case TLSReason.wrongVersionNumber where transcript.lastReceived == "nothing":
                noCommonVersion(ending, transcript)
            default:
                .protocolError(
                    last: ending.lastMessages,
                    received: transcript.received,
                    alert: "alert \(alert.number) \(AlertFacts.name(of: alert.number))",
                    words: ending.curlText
                )
            }
        return .init(refusal: .undecided, problem: problem, error: error)
    }

    private static func noCommonVersion(_ ending: Ending, _ transcript: Transcript) -> Problem {
        .noCommonVersion(
            offered: ending.offeredVersions,
            answer: transcript.chosen?.versions.first.map { "TLS " + HandshakeMessage.versionName($0) }
                ?? "another version"
        )
    }

    private static func beforeTLS(_ ending: Ending) -> Ending.Conclusion? {
        switch (ending.curlCode, ending.systemError) {
        case (5, _), (6, _):
            let host = (ending.request.proxy?.url ?? ending.request.connectTo ?? ending.request.url).host
            return .init(
                refusal: .undecided,
                problem: .nameNotFound(host, answer: ending.curlText, family: ending.request.family?.rawValue),
                error: ClientError.cannotFindHost
            )
        case (7, SystemError.refused):
            return .init(
                refusal: .undecided,
                problem: .connectionRefused(addresses: ending.addresses),
                error: ClientError.cannotConnectToHost
            )
        case (7, _):
            let reason = ending.systemError == 0 ? ending.curlText : SystemError.words(ending.systemError)
            return .init(
                refusal: .undecided,
                problem: .unreachable(addresses: ending.addresses, reason: reason),
                error: .cannotConnectToHost.assumed
            )
        default: return nil
        }
    }

    private static func broken(_ ending: Ending) -> Ending.Conclusion? {
        let received = ending.transcript?.received ?? UInt64(ending.response.bodyBytes)
        if SystemError.resets.contains(ending.systemError) {
            let isInHandshake = ending.transcript.map { !$0.isFinished } ?? false
            return .init(
                refusal: .undecided,
                problem: .reset(
                    phase: ending.words(for: ending.phase),
                    received: received,
                    last: ending.transcript?.lastSent ?? "the request"
                ),
                error: isInHandshake
                    ? .networkConnectionLost.assumed
                    : ClientError.networkConnectionLost
            )
        }
        if let transcript = ending.transcript, !transcript.isFinished,
            transcript.peerClosed || transcript.hasCloseNotify
        {
            return .init(
                refusal: .undecided,
                problem: .endInHandshake(last: ending.lastMessages, received: received),
                error: .secureConnectionFailed(isAssumed: true)
            )
        }
        return nil
    }

    private static func response(_ ending: Ending) -> Ending.Conclusion? {
        // libcurl finds nothing wrong with a head that breaks off.
        if ending.curlCode == 0, ending.response.isHeadComplete { return nil }
        if let reason = ResponseFault.streamEnd(ending) {
            return .init(
                refusal: .undecided,
                problem: .streamReset(
                    reason: reason,
                    phase: ending.words(for: ending.phase),
                    received: ending.response.bodyBytes
                ),
                error: ClientError.networkConnectionLost
            )
        }
        if let words = ResponseFault.words(ending) {
            return .init(
                refusal: .undecided,
                problem: .protocolError(
                    last: ending.lastMessages,
                    received: ending.transcript?.received ?? UInt64(ending.response.bodyBytes),
                    alert: nil,
                    words: words
                ),
                error: .networkConnectionLost.assumed
            )
        }
        guard [0, 18, 52, 55, 56].contains(ending.curlCode) else { return nil }
        return .init(
            refusal: .undecided,
            problem: ending.truncated(during: ending.phase),
            error: ClientError.networkConnectionLost
        )
    }
}
