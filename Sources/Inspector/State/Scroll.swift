/// A cursor in a list of lines, and the first line on screen.
struct Scroll: Hashable, Sendable {
    var cursor = 0
    var top = 0

    /// Keeps the cursor inside the list and on screen.
    mutating func clamp(count: Int, height: Int) {
        cursor = min(max(0, cursor), max(0, count - 1))
        let height = max(1, height)
        if cursor < top { top = cursor }
        if cursor >= top + height { top = cursor - height + 1 }
        top = min(max(0, top), max(0, count - height))
    }
}
