import Events
import Foundation
import Trust

/// What an event belongs to.
struct EventContext: Sendable {
    var session: Int
    var request: Int?
    var connection: Int?
    var challenge: Int?
    var host: String?
    /// When the request began.
    var start: ContinuousClock.Instant?
}

/// Turns what happens into events, with their time.
struct Recorder: Sendable {
    let clock: @Sendable () -> Date
    let sink: EventSink

    /// Microseconds since 1970, UTC.
    var now: Int64 { Self.microseconds(clock()) }

    static func microseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000_000).rounded()) }

    func record(
        _ kind: EventKind,
        _ context: EventContext,
        certificates: [PresentedCertificate] = [],
        profile: ClientProfile? = nil
    ) {
        sink(
            Event(
                kind,
                time: now,
                elapsed: context.start.map { (ContinuousClock.now - $0).microseconds },
                session: context.session,
                request: context.request,
                connection: context.connection,
                challenge: context.challenge,
                host: context.host,
                certificates: certificates,
                profile: profile
            )
        )
    }
}
