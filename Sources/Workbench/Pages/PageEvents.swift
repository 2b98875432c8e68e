import Events
import Synchronization

/// The events of a page's requests as they come, from any thread.
final class PageEvents: Sendable {
    private struct Content {
        var events: [Int: [Event]] = [:]
        var numbers: Set<Int> = []
        var stop: (@Sendable (Int) -> Void)?
    }

    private let content = Mutex(Content())

    func take(_ event: Event) {
        guard let number = event.request else { return }
        let stop = content.withLock { content in
            content.events[number, default: []].append(event)
            guard case .responseReceived = event.kind, content.numbers.contains(number) else {
                return nil as (@Sendable (Int) -> Void)?
            }
            return content.stop
        }
        stop?(number)
    }

    /// Calls back with a request's number once the head of its response is there; nil no more.
    func stopsAtResponse(_ stop: (@Sendable (Int) -> Void)?) { content.withLock { $0.stop = stop } }

    /// A request of the page's was fired; its response may be there already.
    func began(_ number: Int) {
        let stop = content.withLock { content in
            content.numbers.insert(number)
            let hasResponse = (content.events[number] ?? []).contains { event in
                if case .responseReceived = event.kind { true } else { false }
            }
            return hasResponse ? content.stop : nil
        }
        stop?(number)
    }

    func events(of number: Int?) -> [Event] {
        guard let number else { return [] }
        return content.withLock { $0.events[number] ?? [] }
    }
}
