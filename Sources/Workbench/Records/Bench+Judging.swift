import Diagnosis
import Events
import Foundation
import Trust

extension Bench {
    /// Judges a recorded challenge as another client would; no traffic. Nil where the record holds too little.
    ///
    /// - Parameters:
    ///   - certificates: the certificates that the record names, by SHA-256.
    ///   - date: the time at which it is judged; nil for the time recorded.
    public func judge(
        _ challenge: ChallengeFacts,
        certificates: [SHA256Digest: PresentedCertificate],
        as profile: ClientProfile,
        at date: Date? = nil
    ) -> ClientDecision? {
        // Recorded system anchors stand for the machine's, so its store is not needed.
        guard let client = try? preparer.prepare(profile, at: .outsideWithoutStore) else { return nil }
        return reevaluation.decision(challenge, certificates: certificates, as: setup(client), at: date)
    }
}
