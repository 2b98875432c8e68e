import Diagnosis
import Events
import Report
import Synchronization
import Workbench

/// Fires one request after the other and gathers what happened to each.
struct FireRunner {
    let bench: Bench
    let strict: Bool
    let remarks: [Problem]
    let console: Console

    func run(_ firing: Firing) -> ExchangeDocument {
        let gathered = Gathered()
        let observation = bench.observe { gathered.take($0) }
        defer { withExtendedLifetime(observation) {} }
        do {
            let fired = try bench.fire(firing, strict: strict)
            wait(fired)
            return ExchangeDocument(gathered.events(of: fired.number), remarks: remarks + fired.remarks)
        } catch {
            return ExchangeDocument(address: firing.address, problem: error)
        }
    }

    /// Loads a page: the page, and its requests with whether each has a part in the exit status. A probe that the app
    /// has stopped itself, once it had its response, has none.
    func load(_ firing: Firing) -> (page: PageDocument?, exchanges: [(document: ExchangeDocument, decides: Bool)]) {
        do {
            let load = try PageLoader(bench, page: firing, wait: wait).run()
            let exchanges = load.exchanges.map { resource, events in
                let (document, part) = (
                    ExchangeDocument(events, remarks: remarks + load.remarks), load.resources[resource]
                )
                return (document, part.kind != .probe || part.status == nil)
            }
            return (PageDocument(load), exchanges)
        } catch {
            return (nil, [(ExchangeDocument(address: firing.address, problem: error), true)])
        }
    }

    private func wait(_ fired: Bench.Fired) {
        if bench.holding == .all {
            HoldPrompt(bench: bench, console: console).run(until: fired)
        } else {
            fired.wait()
        }
    }
}

/// Events as they come, from any thread.
private final class Gathered: Sendable {
    private let all = Mutex<[Event]>([])

    func take(_ event: Event) { all.withLock { $0.append(event) } }

    func events(of request: Int) -> [Event] { all.withLock { $0.filter { $0.request == request } } }
}
