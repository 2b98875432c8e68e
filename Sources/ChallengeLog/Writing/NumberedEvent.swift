import Events

/// An event with the recording it belongs to.
struct NumberedEvent: Sendable {
    /// The recording.
    var recording: RecordingID
    /// The event, numbered.
    var event: Event
}
