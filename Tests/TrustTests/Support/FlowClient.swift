import Foundation
import Testing

@testable import Trust

/// A client made from a preset, with the files of its bundle, asked without an engine.
struct FlowClient {
    var profile: ClientProfile
    let bundle: BundleSnapshot

    init(_ preset: String, _ files: [String: BundleSnapshot.Content] = [:]) throws {
        bundle = BundleSnapshot(files: files)
        profile = try #require(Presets.named(preset), "\(preset)").profile(bundle: bundle)
    }

    func request(_ request: EvaluationRequest) -> EvaluationRequest {
        var request = request
        request.apply(profile, anchors: request.anchors, bundle: bundle)
        return request
    }

    func serverTrust(_ asked: EvaluationRequest, settingAnchorsFails: Bool = false) -> ClientDecision {
        FlowRunner.serverTrust(
            request(asked),
            profile: profile,
            environment: FlowEnvironment(settingAnchorsFails: settingAnchorsFails)
        )
    }

    func clientCertificate(_ asked: ClientCertificateRequest, _ identities: [Identity]) -> ClientDecision {
        Decider.clientCertificate(asked, profile: profile, bundle: bundle, identities: identities)
    }

    func password(_ challenge: PasswordChallenge, _ identities: [Identity] = []) -> ClientDecision {
        Decider.password(challenge, profile: profile, bundle: bundle, identities: identities)
    }

    /// What follows from the first answer to server trust.
    func effect(_ asked: EvaluationRequest) throws -> AnswerEffect {
        let decision = serverTrust(asked)
        let answer = try #require(decision.answers.first)
        return Decider.effect(
            of: answer,
            serverTrust: request(asked),
            decision: decision,
            delegate: profile.delegate
        )
    }
}

extension ClientDecision {
    /// The answers in one word each.
    var words: [String] { answers.map(\.disposition.word) }
}
