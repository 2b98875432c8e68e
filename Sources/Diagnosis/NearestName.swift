/// The known name that a mistyped one probably stands for.
public enum NearestName {
    /// The nearest of the names, nil when none is near: more than a third of the letters, or two, would have to change.
    public static func to(_ text: String, among names: some Sequence<String>) -> String? {
        let letters = Array(text.lowercased().unicodeScalars.prefix(64))
        let limit = max(1, min(2, letters.count / 3 + 1))
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = self.distance(letters, Array(name.lowercased().unicodeScalars.prefix(64)))
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// Insertions, deletions, replacements and exchanges of neighbours that lead from one to the other.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var last = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var cost = Swift.min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                    cost = Swift.min(cost, before[j - 1] + 1)
                }
                row.append(cost)
            }
            (before, last) = (last, row)
        }
        return last[right.count]
    }
}
