/// Spans of time in few characters, without a formatter.
enum Tenths {
    /// `2.1 s`, from microseconds.
    static func seconds(_ microseconds: Int64) -> String {
        let tenths = max(0, microseconds) / 100_000
        return "\(tenths / 10).\(tenths % 10) s"
    }

    /// `0:24`, the seconds rounded up, so that it ends at 0:00.
    static func countdown(_ microseconds: Int64) -> String {
        let seconds = (max(0, microseconds) + 999_999) / 1_000_000
        return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }

    /// `412 d`, `3 h`, `5 min`, `8 s`: the largest unit that is not 0, rounded down.
    static func span(seconds: Double) -> String {
        // A span beyond any calendar is as good as the largest that is counted.
        let whole = Int(max(0, min(seconds.isNaN ? 0 : seconds, 1e12)))
        if whole >= 86_400 { return "\(whole / 86_400) d" }
        if whole >= 3600 { return "\(whole / 3600) h" }
        return whole >= 60 ? "\(whole / 60) min" : "\(whole) s"
    }
}
