import Diagnosis
import Events
import Report

extension RunStatus {
    /// The status of one request, from who refused whom.
    init(_ exchange: ExchangeDocument) {
        guard let outcome = exchange.outcome else {
            // Nothing was sent: the address, a file or an option is wrong.
            self = .badInput
            return
        }
        switch outcome.refusal {
        case .weRefusedServer, .weCancelledIdentity: self = .refused
        case .serverRefusedIdentity, .serverRefusedByStatus: self = .refusedByServer
        case .peerAlert, .undecided, .stopped: self = .undecided
        case nil: self = Self.withoutRefusal(outcome.code, isComplete: exchange.isFinished)
        }
    }

    private static func withoutRefusal(_ code: DiagnosisCode?, isComplete: Bool) -> RunStatus {
        switch code {
        case .responseStatus?, .responseContentType?: .refused
        case let code? where code.area == "ats": .refused
        case let code? where code.area == "identity": .badInput
        default: isComplete ? .success : .undecided
        }
    }
}
