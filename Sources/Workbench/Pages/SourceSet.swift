/// The pictures that `srcset` offers for one place, and which of them a screen loads (HTML standard, "Parsing a srcset
/// attribute" and "Selecting an image source").
struct SourceSet {
    /// One picture: its address, and how many of its pixels stand for one of the page's.
    struct Candidate: Hashable, Sendable {
        var address: String
        /// Its width in pixels (`480w`).
        var width: Int?
        /// Its density (`2x`); nil where a width says it, or nothing does.
        var density: Double?
    }

    private static let most = 200
    private(set) var candidates: [Candidate] = []

    /// - Parameter text: the attribute's value; commas within an address (`data:`) or brackets do not end a candidate.
    init(_ text: String) {
        var reader = Reader(text)
        while candidates.count < Self.most, let (address, descriptors) = reader.next() {
            if let candidate = Self.candidate(address, descriptors) { candidates.append(candidate) }
        }
    }

    /// The address that a screen loads.
    ///
    /// - Parameters:
    ///   - source: `src` beside it, which counts as a picture of density 1 where the set has none.
    ///   - sizes: how wide the picture is shown, for candidates that say their width.
    func best(beside source: String?, sizes: String?, on screen: PageScreen = .phone) -> String? {
        var all = candidates
        let hasSingle = all.contains { $0.width == nil && ($0.density ?? 1) == 1 }
        if let source, !source.isEmpty, !hasSingle, !all.contains(where: { $0.width != nil }) {
            all.append(Candidate(address: source))
        }
        let shown = all.contains { $0.width != nil } ? screen.width(of: sizes) : 1
        let densities = all.map { $0.width.map { Double($0) / shown } ?? $0.density ?? 1 }
        // Of several of one density the first counts.
        let enough = all.indices.filter { densities[$0] >= screen.density }.min { densities[$0] < densities[$1] }
        let largest = all.indices.reduce(nil as Int?) { best, index in
            guard let best else { return index }
            return densities[index] > densities[best] ? index : best
        }
        return (enough ?? largest).map { all[$0].address }
    }

    /// A candidate whose descriptors agree with one another; nil for one that is passed over.
    private static func candidate(_ address: String, _ descriptors: [String]) -> Candidate? {
        var candidate = Candidate(address: address)
        var height: Int?
        for descriptor in descriptors {
            let value = String(descriptor.dropLast())
            switch descriptor.last {
            case "w":
                guard candidate.width == nil, candidate.density == nil, let width = whole(value) else { return nil }
                candidate.width = width
            case "x":
                guard candidate.width == nil, candidate.density == nil, height == nil, let density = number(value)
                else { return nil }
                candidate.density = density
            case "h":
                guard height == nil, candidate.density == nil, let tall = whole(value) else { return nil }
                height = tall
            default: return nil
            }
        }
        return height != nil && candidate.width == nil ? nil : candidate
    }

    /// A number of pixels: digits alone, more than none.
    private static func whole(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number > 0
        else { return nil }
        return number
    }

    /// A valid floating-point number that is no less than 0.
    private static func number(_ text: String) -> Double? {
        let allowed = Set("0123456789.eE+-".utf8)
        guard let first = text.utf8.first, first != UInt8(ascii: "+"), text.utf8.last != UInt8(ascii: "."),
            text.utf8.allSatisfy(allowed.contains), let number = Double(text), number.isFinite, number >= 0
        else { return nil }
        return number
    }

    /// Reads addresses with their descriptors.
    private struct Reader {
        private let bytes: [UInt8]
        private var place = 0

        init(_ text: String) { bytes = Array(text.utf8) }

        mutating func next() -> (address: String, descriptors: [String])? {
            while place < bytes.count, bytes[place].isBlank || bytes[place] == UInt8(ascii: ",") { place += 1 }
            guard place < bytes.count else { return nil }
            let start = place
            while place < bytes.count, !bytes[place].isBlank { place += 1 }
            var end = place
            while end > start, bytes[end - 1] == UInt8(ascii: ",") { end -= 1 }
            let address = String(decoding: bytes[start..<end], as: UTF8.self)
            return (address, end < place ? [] : descriptors())
        }

        private mutating func descriptors() -> [String] {
            var found: [String] = []
            var current: [UInt8] = []
            var isInBrackets = false
            func taken() -> [String] { current.isEmpty ? found : found + [String(decoding: current, as: UTF8.self)] }
            while place < bytes.count {
                let byte = bytes[place]
                place += 1
                if isInBrackets {
                    isInBrackets = byte != UInt8(ascii: ")")
                } else if byte == UInt8(ascii: ",") {
                    return taken()
                } else if byte.isBlank {
                    found = taken()
                    current = []
                    continue
                } else {
                    isInBrackets = byte == UInt8(ascii: "(")
                }
                current.append(byte)
            }
            return taken()
        }
    }
}

extension UInt8 {
    /// ASCII whitespace as HTML means it.
    fileprivate var isBlank: Bool { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(self) }
}
