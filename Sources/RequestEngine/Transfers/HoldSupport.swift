import Diagnosis

/// Whether the libcurl at hand lets a handshake be suspended.
enum HoldSupport: Sendable {
    case works
    case fails(reason: String)

    /// Tried once in the process.
    static let current: HoldSupport = HoldSelfTest.run()

    /// `hold.unsupported` where it does not.
    var problem: Problem? {
        switch self {
        case .works: nil
        case .fails(let reason): .holdUnsupported(version: CurlTransfer.libraryVersion, reason: reason)
        }
    }
}
