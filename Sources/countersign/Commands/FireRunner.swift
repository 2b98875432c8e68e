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
            if bench.holding == .all {
                HoldPrompt(bench: bench, console: console).run(until: fired)
            } else {
                fired.wait()
            }
            return ExchangeDocument(gathered.events(of: fired.number), remarks: remarks + fired.remarks)
        } catch {
            return ExchangeDocument(address: firing.address, problem: error)
        }
    }
}

/// Events as they come, from any thread.
private final class Gathered: Sendable {
    private let all = Mutex<[Event]>([])

    func take(_ event: Event) { all.withLock { $0.append(event) } }

    func events(of request: Int) -> [Event] { all.withLock { $0.filter { $0.request == request } } }
}
