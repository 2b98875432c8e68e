import ChallengeLog
import Events
import Foundation
import Trust

/// Something that `z` takes back; what was sent cannot be.
enum Undo: Hashable, Sendable {
    /// A switch or the choice of a client.
    case profile(ClientProfile)
    case filter(String, ofLog: Bool)
    case sort(LogQuery.Sort)
    case marks(Set<RequestKey>)
    /// Showing the marked rows alone.
    case only(Set<RequestKey>?)
    case hold(HoldMode)
    /// An answer that was to stand for a host.
    case standing(host: String)
    /// The time at which recorded challenges are judged again.
    case judgedAt(Date?)
    /// The columns of the matrix.
    case columns([String])

    /// What is taken back, in a word or two.
    var words: String {
        switch self {
        case .profile: "the switch"
        case .filter: "the filter"
        case .sort: "the order"
        case .marks: "the mark"
        case .only: "showing the marked alone"
        case .hold: "the holding"
        case .standing(let host): "the answer that stood for \(host)"
        case .judgedAt: "the date"
        case .columns: "the column"
        }
    }
}
