import Events
import Foundation
import RequestEngine
import Synchronization
import Trust

/// Judges again what was judged before, under another client: what-if, with no traffic.
///
/// Answers are remembered by what was asked and who was asked; the same question is judged once.
final class Reevaluation: Sendable {
    private struct Key: Hashable {
        let question: Question
        let profile: ClientProfile
        let identities: [SHA256Digest]
    }

    private enum Question: Hashable {
        case serverTrust(EvaluationRequest)
        case clientCertificate(ClientCertificateRequest, BundleSnapshot)
    }

    private static let limit = 20_000
    private let memo = Mutex<[Key: ClientDecision]>([:])

    /// Judges a recorded challenge as the client of `setup` would; nil where the record holds too little.
    ///
    /// - Parameter certificates: the certificates that the record names, by SHA-256.
    func decision(
        _ challenge: ChallengeFacts,
        certificates: [SHA256Digest: PresentedCertificate],
        as setup: ClientSetup,
        at date: Date? = nil
    ) -> ClientDecision? {
        switch challenge.method {
        case .serverTrust:
            guard let question = challenge.question else { return nil }
            let presented = challenge.chain.compactMap { certificates[$0] }
            guard presented.count == challenge.chain.count else { return nil }
            var request = EvaluationRequest(
                chain: presented,
                host: question.host,
                date: date ?? EventTime.date(question.date)
            )
            request.connection = question.connection
            request.staple = question.staple.map { [UInt8]($0) }
            request.asksForStaple = question.asksForStaple ?? false
            let system = question.systemAnchors.compactMap { certificates[$0]?.certificate }
            // Without one of them the chain would be refused for what the record lacks.
            guard system.count == question.systemAnchors.count else { return nil }
            request.anchors.system = system
            if challenge.isProxy { return decision(request, ofProxy: question, certificates, as: setup) }
            return decision(request, urlHost: question.urlHost, as: setup)
        case .clientCertificate:
            guard let asked = challenge.asked else { return nil }
            return decision(asked, as: challenge.isProxy ? ClientSetup(profile: setup.profile.judgingProxies) : setup)
        default: return nil
        }
    }

    /// Judges a question about a server again; its system anchors stay those of then.
    func decision(_ asked: EvaluationRequest, urlHost: String, as setup: ClientSetup) -> ClientDecision {
        var request = asked
        let profile = setup.profile
        request.host = urlHost
        var anchors = setup.anchors
        if profile.anchors.systemFiles.isEmpty {
            anchors.system = asked.anchors.system
            anchors.systemStore = nil
        }
        request.apply(profile, anchors: anchors, bundle: setup.bundle)
        return remembered(.serverTrust(request), setup) { Decider.serverTrust(request, profile: profile) }
    }

    /// Judges a proxy again: by the anchors of then, which may have been its own.
    private func decision(
        _ asked: EvaluationRequest,
        ofProxy question: RecordedQuestion,
        _ certificates: [SHA256Digest: PresentedCertificate],
        as setup: ClientSetup
    ) -> ClientDecision {
        let client = ClientSetup(
            profile: setup.profile.judgingProxies,
            anchors: Anchors(
                app: question.appAnchors.compactMap { certificates[$0]?.certificate },
                appOnly: question.appOnly,
                user: question.userAnchors.compactMap { certificates[$0]?.certificate },
                system: asked.anchors.system
            )
        )
        var request = asked
        request.apply(client.profile, anchors: client.anchors, bundle: client.bundle)
        return remembered(.serverTrust(request), client) { Decider.serverTrust(request, profile: client.profile) }
    }

    /// Judges a question about ourselves again.
    func decision(_ asked: ClientCertificateRequest, as setup: ClientSetup) -> ClientDecision {
        remembered(.clientCertificate(asked, setup.bundle), setup) {
            Decider.clientCertificate(
                asked,
                profile: setup.profile,
                bundle: setup.bundle,
                identities: setup.identities
            )
        }
    }

    private func remembered(
        _ question: Question,
        _ setup: ClientSetup,
        _ judge: () -> ClientDecision
    ) -> ClientDecision {
        let key = Key(question: question, profile: setup.profile, identities: setup.identities.map(\.leaf.sha256))
        if let known = memo.withLock({ $0[key] }) { return known }
        let decision = judge()
        memo.withLock { memo in
            if memo.count >= Self.limit { memo.removeAll(keepingCapacity: true) }
            memo[key] = decision
        }
        return decision
    }
}
