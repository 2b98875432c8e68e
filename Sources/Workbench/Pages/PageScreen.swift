/// What a page is shown on, as far as that decides which of several pictures are loaded.
struct PageScreen: Hashable, Sendable {
    /// Its width in the page's pixels.
    var width: Double
    /// Pixels of its own for one of the page's.
    var density: Double

    /// A telephone, upright, in light colours: the clients that are modelled here run on one.
    static let phone = PageScreen(width: 390, density: 3)

    /// How wide a picture is shown, by its `sizes`: the first size whose condition holds, else the whole width.
    func width(of sizes: String?) -> Double {
        for entry in Self.parts(sizes ?? "") {
            let words = entry.split(whereSeparator: \.isWhitespace)
            guard let last = words.last, let length = length(String(last)) else { continue }
            let condition = words.dropLast().joined(separator: " ")
            if condition.isEmpty || matches(condition) { return max(length, 1) }
        }
        return width
    }

    /// Whether a list of media queries holds; what is not known here does not (Media Queries 4, "unknown is false").
    func matches(_ media: String) -> Bool {
        let queries = Self.parts(media.lowercased())
        return queries.isEmpty || queries.contains(where: matchesOne)
    }

    private func matchesOne(_ query: String) -> Bool {
        var parts = query.replacing("(", with: " (").components(by: " and ")
        var isNegated = false
        if let first = parts.first, first.hasPrefix("not ") {
            isNegated = true
            parts[0] = String(first.dropFirst(4))
        } else if let first = parts.first, first.hasPrefix("only ") {
            parts[0] = String(first.dropFirst(5))
        }
        let known = parts.map { holds($0.trimmingBlanks) }
        // What is unknown stays so when it is turned round.
        guard !known.contains(nil) else { return false }
        return known.allSatisfy { $0 == true } != isNegated
    }

    /// Whether a type of media or a feature in brackets is the screen's; nil where that is not known.
    private func holds(_ part: String) -> Bool? {
        guard part.hasPrefix("("), part.hasSuffix(")") else {
            return ["all": true, "screen": true, "print": false, "speech": false][part]
        }
        let words = part.dropFirst().dropLast().split(separator: ":", maxSplits: 1).map { String($0).trimmingBlanks }
        guard words.count == 2 else { return nil }
        switch words[0] {
        case "min-width": return length(words[1]).map { width >= $0 }
        case "max-width": return length(words[1]).map { width <= $0 }
        case "width": return length(words[1]).map { width == $0 }
        case "orientation": return words[1] == "portrait"
        case "prefers-color-scheme": return words[1] == "light"
        default: return nil
        }
    }

    /// A CSS length in the page's pixels.
    private func length(_ text: String) -> Double? {
        let units: [(name: String, pixels: Double)] = [("vw", width / 100), ("px", 1), ("rem", 16), ("em", 16)]
        for unit in units where text.hasSuffix(unit.name) {
            guard let number = Double(text.dropLast(unit.name.count)), number.isFinite, number >= 0 else { return nil }
            return number * unit.pixels
        }
        return text == "0" ? 0 : nil
    }

    /// The parts between commas that are not in brackets, as many as a sound page has.
    private static func parts(_ text: String) -> [String] {
        var parts: [String] = []
        var current = ""
        var depth = 0
        for character in text.prefix(4096) {
            if character == "(" { depth += 1 }
            if character == ")" { depth = max(0, depth - 1) }
            if character == ",", depth == 0 {
                parts.append(current)
                current = ""
            } else {
                current.append(character)
            }
        }
        return (parts + [current]).map(\.trimmingBlanks).filter { !$0.isEmpty }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    fileprivate func components(by separator: String) -> [String] { split(separator: separator).map(String.init) }
}
