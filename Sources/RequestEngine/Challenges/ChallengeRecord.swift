import Events
import Foundation
import Trust

/// Makes the question of a server-trust challenge, and the facts by which the same question can be asked again later.
enum ChallengeRecord {
    /// - Parameters:
    ///   - host: the URL's host.
    ///   - name: another name to check, or none, where the request says so; nil leaves it to the profile.
    static func question(
        chain: [PresentedCertificate],
        host: String,
        name: NameChoice?,
        client: ClientSetup,
        date: Date,
        connection: NegotiatedConnection
    ) -> EvaluationRequest {
        var request = EvaluationRequest(chain: chain, host: host, date: date)
        request.apply(client.profile, anchors: client.anchors, bundle: client.bundle)
        switch name {
        case nil: break
        case .urlHost?: request.host = host
        case .other(let other)?: request.host = other
        case .off?: request.host = nil
        }
        if request.host != host { request.urlHost = host }
        request.connection = connection
        return request
    }

    /// The facts, and every certificate that they name.
    static func facts(
        _ question: EvaluationRequest,
        space: ProtectionSpace
    ) -> (ChallengeFacts, [PresentedCertificate]) {
        let anchors = question.anchors
        let system = AnchorStore(der: anchors.system.map(\.der)).withinReach(
            of: question.chain.compactMap(\.certificate)
        )
        var recorded = RecordedQuestion(
            urlHost: space.host,
            host: question.host,
            date: Recorder.microseconds(question.date),
            systemAnchors: system.map(\.sha256),
            appAnchors: anchors.app.map(\.sha256),
            appOnly: anchors.appOnly,
            userAnchors: anchors.user.map(\.sha256),
            connection: question.connection,
            bundle: question.flow == nil ? nil : question.bundle
        )
        recorded.staple = question.staple.map { Data($0) }
        if question.asksForStaple { recorded.asksForStaple = true }
        let facts = ChallengeFacts(
            method: .serverTrust,
            host: space.host,
            port: space.port,
            isProxy: space.isProxy,
            chain: question.chain.map(\.sha256),
            question: recorded
        )
        let named = (system + anchors.app + anchors.user).map { PresentedCertificate($0) }
        return (facts, (question.chain + named).uniqued())
    }
}
