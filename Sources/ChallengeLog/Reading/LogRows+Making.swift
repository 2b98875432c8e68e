import Events

// Rows made by hand: by front ends' tests, and by sources other than a file.

extension RequestRow {
    /// A row of known parts.
    public init(key: RequestKey, digest: RequestDigest, changes: [PolicyChangeRow] = []) {
        self.key = key
        self.digest = digest
        changesBefore = changes
    }
}

extension PolicyChangeRow {
    /// A change of known parts.
    public init(at time: Int64, _ change: PolicyChange, recording: RecordingID, sequence: Int64 = 0) {
        self.recording = recording
        self.sequence = sequence
        self.time = time
        self.change = change
    }
}

extension RequestWindow {
    /// A window of known parts; without arguments an empty one.
    public init(rows: [RequestRow] = [], from offset: Int = 0, of matching: Int = 0, total: Int = 0) {
        self.offset = offset
        self.rows = rows
        self.matching = matching
        self.total = total
        changesAfter = []
    }
}

extension EventRow {
    /// A row with nothing but what every event has.
    public init(at time: Int64, kind: String, summary: String, of request: RequestKey?, recording: RecordingID) {
        self.recording = recording
        sequence = 0
        self.time = time
        self.request = request?.number
        self.kind = kind
        host = ""
        outcome = ""
        self.summary = summary
    }
}

extension EventWindow {
    /// A window of known parts; without arguments an empty one.
    public init(rows: [EventRow] = [], from offset: Int = 0, of matching: Int = 0, total: Int? = nil) {
        self.offset = offset
        self.rows = rows
        self.matching = matching
        self.total = total ?? matching
    }
}
