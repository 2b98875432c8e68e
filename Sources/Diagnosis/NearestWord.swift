/// Finds the word that somebody probably meant.
public enum NearestWord {
    /// The nearest of some words to a text, nil when none is near.
    ///
    /// Near is: the same but for case, hyphens and underscores; or at most one slip in three characters (an inserted,
    /// dropped, changed or swapped character); or the beginning of exactly one word. The first of equals wins.
    public static func find(_ text: String, among words: some Sequence<String>) -> String? {
        let wanted = fold(text)
        guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
        var best: (word: String, distance: Int)?
        var begun: [String] = []
        for word in words {
            let candidate = fold(word)
            if candidate.starts(with: wanted), wanted.count >= 2 { begun.append(word) }
            guard abs(candidate.count - wanted.count) <= allowance(wanted.count) else { continue }
            let distance = slips(from: wanted, to: candidate)
            if distance < (best?.distance ?? Int.max) { best = (word, distance) }
        }
        if let best, best.distance <= allowance(wanted.count) { return best.word }
        return begun.count == 1 ? begun.first : nil
    }

    private static func allowance(_ count: Int) -> Int { max(1, count / 3) }

    private static func fold(_ text: String) -> [Character] {
        text.lowercased().filter { $0 != "-" && $0 != "_" }
    }

    /// The number of characters to insert, drop, change or swap with the next one (optimal string alignment).
    private static func slips(from left: [Character], to right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                var cost = min(
                    last[column + 1] + 1,
                    current[column] + 1,
                    last[column] + (left[row] == right[column] ? 0 : 1)
                )
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
