import Reactor

/// The deadlines of one request: one for its phase, one for the whole; all stand still while a challenge is held.
///
/// libcurl's own connect time-out would count the hold, so it is out of force and these take its place.
final class Deadlines {
    /// What ran out.
    struct Expiry: Hashable, Sendable {
        var phase: Phase
        /// The limit that was set.
        var limit: Duration
        /// Whether it was the limit of the whole request.
        var isTotal: Bool
    }

    private struct Countdown {
        let limit: Duration
        var left: Duration

        init(_ limit: Duration) {
            self.limit = limit
            left = limit
        }
    }

    private let loop: EventLoop
    private let limits: TimeLimits
    private let onExpiry: (Expiry) -> Void
    private(set) var phase = Phase.name
    private var total: Countdown
    private var current: Countdown?
    private var runningSince: Timers.Instant?
    private var timer: Timers.ID?

    /// - Parameter left: What is left of the time for the whole, where some of it is spent.
    init(loop: EventLoop, limits: TimeLimits, left: Duration? = nil, onExpiry: @escaping (Expiry) -> Void) {
        self.loop = loop
        self.limits = limits
        self.onExpiry = onExpiry
        total = Countdown(limits.total)
        if let left { total.left = left }
        current = Countdown(limits.connect)
    }

    /// What is left of the time for the whole request.
    var totalLeft: Duration {
        settle()
        return total.left
    }

    /// Starts or goes on.
    func run() {
        guard runningSince == nil else { return }
        runningSince = loop.now
        arm()
    }

    /// Stands still until `run()`.
    func pause() {
        settle()
        runningSince = nil
        disarm()
    }

    /// Moves to another phase; name and connection share one limit.
    func enter(_ next: Phase) {
        guard next != phase else { return }
        settle()
        let sharesLimit = phase == .name && next == .tcp
        phase = next
        if !sharesLimit {
            switch next {
            case .name, .tcp, .tunnel: current = Countdown(limits.connect)
            case .tls: current = Countdown(limits.handshake)
            case .wait: current = Countdown(limits.firstByte)
            case .body: current = nil
            }
        }
        if runningSince != nil { arm() }
    }

    /// Takes the phase's limit out of force: an answer that never comes leaves a client with its whole time-out alone.
    func dropPhaseLimit() {
        settle()
        current = nil
        if runningSince != nil { arm() }
    }

    private func settle() {
        guard let since = runningSince else { return }
        let now = loop.now
        total.left -= now - since
        current?.left -= now - since
        runningSince = now
    }

    private func arm() {
        disarm()
        guard let since = runningSince else { return }
        let left = min(total.left, current?.left ?? total.left)
        timer = loop.schedule(at: since + max(.zero, left)) { [weak self] in self?.expire() }
    }

    private func disarm() {
        if let timer { loop.cancel(timer) }
        timer = nil
    }

    private func expire() {
        timer = nil
        settle()
        if let current, current.left <= .zero {
            onExpiry(Expiry(phase: phase, limit: current.limit, isTotal: false))
        } else if total.left <= .zero {
            onExpiry(Expiry(phase: phase, limit: total.limit, isTotal: true))
        } else {
            arm()
        }
    }
}
