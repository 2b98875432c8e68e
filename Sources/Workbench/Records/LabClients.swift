import Events
import Lab
import Synchronization

/// Tells which of the lab's clients are requests of our own: a server knows its client by the port on the client's side.
final class LabClients: Sendable {
    private struct Owner: Sendable {
        let request: Int
        let session: Int?
        let connection: Int?
    }

    private struct State {
        var owners: [Int: Owner] = [:]
        /// The ports in the order in which they were used.
        var order: [Int] = []
    }

    /// More connections than a lab ever has at once; older ones are forgotten.
    private static let limit = 4096

    private let state = Mutex(State())

    /// Remembers whose a connection is.
    func note(_ event: Event) {
        guard case .connectionOpened(let facts) = event.kind, let port = facts.localPort, port > 0,
            let request = event.request
        else { return }
        state.withLock { state in
            if state.owners[port] == nil { state.order.append(port) }
            state.owners[port] = Owner(request: request, session: event.session, connection: event.connection)
            if state.order.count > Self.limit { state.owners[state.order.removeFirst()] = nil }
        }
    }

    /// The lab's event with the number of our request that it is about; as it was when it is about another client.
    func named(_ event: Event) -> Event {
        guard case .labVerdict(let facts) = event.kind, let colon = facts.peer.lastIndex(of: ":"),
            let port = Int(facts.peer[facts.peer.index(after: colon)...]),
            let owner = state.withLock({ $0.owners[port] })
        else { return event }
        var event = event
        event.request = owner.request
        event.session = owner.session
        event.connection = owner.connection
        return event
    }
}
