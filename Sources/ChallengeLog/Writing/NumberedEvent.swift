import Events

/// An event with its number, on its way to the writer; one object, since an event is large and changes hands often.
final class NumberedEvent: Sendable {
    /// The event, numbered.
    let event: Event

    init(_ event: Event) { self.event = event }
}
