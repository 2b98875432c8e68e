/// How a run ends, for the shell.
enum RunStatus: Int32, CaseIterable, Sendable {
    /// Accepted, succeeded.
    case success = 0
    /// Refused by policy.
    case refused = 1
    /// The input or the options are wrong.
    case badInput = 2
    /// Not decided, or not finished.
    case undecided = 3
    /// Refused by the server.
    case refusedByServer = 4
    /// Ended by the user.
    case interrupted = 130

    /// The worst of several, in the order interrupted, 2, 1, 4, 3, 0.
    static func worst(_ all: some Sequence<RunStatus>) -> RunStatus {
        all.max { order($0) < order($1) } ?? .success
    }

    private static func order(_ status: RunStatus) -> Int {
        switch status {
        case .success: 0
        case .undecided: 1
        case .refusedByServer: 2
        case .refused: 3
        case .badInput: 4
        case .interrupted: 5
        }
    }
}
