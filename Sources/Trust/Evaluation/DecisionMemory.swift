import Foundation

/// What was worked out about presented chains, for later requests that ask the same of them under other policies.
///
/// Paths, signatures and rules depend on the chain, the name, the date, the anchors and so on, never on the policy: where
/// all of those are equal, the evaluations are. Bounded: what was not asked for since the younger half filled up goes, and
/// a request with much in it is not remembered. For one thread.
public final class DecisionMemory {
    private var young: [Question: OutcomeMemo] = [:]
    private var old: [Question: OutcomeMemo] = [:]
    private let perHalf: Int
    private let bytesPerRequest: Int

    /// A memory of at most so many chains, of which none has more bytes with all that belongs to it.
    public init(chains: Int = 128, bytesPerChain: Int = 64 << 10) {
        perHalf = max(1, chains / 2)
        bytesPerRequest = bytesPerChain
    }

    /// How many chains are remembered.
    var count: Int { young.count + old.count }

    /// The evaluations of a request's chain: those made before, or none yet.
    func memo(for request: EvaluationRequest) -> OutcomeMemo {
        let question = Question(request)
        if let known = young[question] { return known }
        if let known = old.removeValue(forKey: question) {
            keep(question, known)
            return known
        }
        let memo = OutcomeMemo(question.request)
        if isSmall(request) { keep(question, memo) }
        return memo
    }

    private func keep(_ question: Question, _ memo: OutcomeMemo) {
        if young.count >= perHalf {
            old = young
            young.removeAll(keepingCapacity: true)
        }
        young[question] = memo
    }

    private func isSmall(_ request: EvaluationRequest) -> Bool {
        let anchors = request.anchors
        guard anchors.systemStore == nil else { return false }
        let certificates = [anchors.app, anchors.user, anchors.system, request.furtherIssuers].joined()
        let bytes =
            request.chain.reduce(0) { $0 + $1.encoded.count } + certificates.reduce(0) { $0 + $1.der.count }
            + request.crls.reduce(0) { $0 + $1.count } + (request.staple?.count ?? 0)
        return bytes <= bytesPerRequest
    }

    /// A request without what belongs to the client alone.
    private struct Question: Hashable {
        let request: EvaluationRequest

        init(_ request: EvaluationRequest) {
            var request = request
            request.id = nil
            request.policy = .system
            request.flow = nil
            request.bundle = nil
            self.request = request
        }

        /// Hashes what tells most questions apart; all of it is compared.
        func hash(into hasher: inout Hasher) {
            hasher.combine(request.chain.first)
            hasher.combine(request.host)
            hasher.combine(request.date)
            hasher.combine(request.rules)
        }
    }
}
