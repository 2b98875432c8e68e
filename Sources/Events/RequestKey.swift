/// Names a request across recordings.
public struct RequestKey: Hashable, Sendable, Comparable {
    /// The recording it belongs to.
    public var recording: RecordingID
    /// Its number within it: the ID on screen.
    public var number: Int

    /// A key of known parts.
    public init(recording: RecordingID, number: Int) {
        self.recording = recording
        self.number = number
    }

    /// By number; the recording decides between equal ones.
    public static func < (left: Self, right: Self) -> Bool {
        (left.number, left.recording.description) < (right.number, right.recording.description)
    }
}
