import Diagnosis
import Foundation
import Trust

/// Judges a chain without a connection, as a client would.
public struct OfflineEvaluation: Sendable {
    /// What the client was asked.
    public let request: EvaluationRequest
    /// What the client decided.
    public let decision: ClientDecision
    /// What follows from the client's first answer: transport security may refuse what it accepts; nil without an answer.
    public let effect: AnswerEffect?
    /// The client with everything it read.
    public let client: PreparedClient
    /// What is odd about the files that were read.
    public let remarks: [Problem]

    /// Reads a chain and what the profile names, and asks the client.
    ///
    /// - Parameters:
    ///   - chain: a file in any format.
    ///   - host: the name that is checked; nil for none.
    ///   - date: the time of judgement.
    ///   - conditions: what is asked beside.
    ///   - labRoot: the lab's "public" root, where the host is one of the lab's; nil for this machine's store.
    /// - Throws: `file.…` codes.
    public init(
        chain path: String,
        host: String?,
        date: Date,
        conditions: OfflineConditions = OfflineConditions(),
        profile: ClientProfile,
        bundle: String,
        labRoot: Certificate?
    ) throws(Problem) {
        let chain = try TrustFiles.chain(in: path)
        let preparer = ClientPreparer(
            bundle: bundle,
            open: { IdentityFile(FileReader.read($0)) },
            passPhrases: { _ in [] }
        )
        client = try preparer.prepare(profile, at: labRoot.map { .lab(publicRoot: $0) } ?? .machine)
        var request = EvaluationRequest(chain: chain.value, host: host, date: date)
        client.apply(to: &request)
        try conditions.apply(to: &request)
        self.request = request
        let decision = Decider.serverTrust(request, profile: profile)
        self.decision = decision
        effect =
            Decider.refusalBeforeChallenge(request, decision: decision)
            ?? decision.answers.first.map {
                Decider.effect(
                    of: $0,
                    serverTrust: request,
                    decision: decision,
                    delegate: profile.delegate
                )
            }
        remarks = chain.remarks + client.remarks
    }
}
