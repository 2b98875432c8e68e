/// What a part of a container holds, by number.
struct PartCounts {
    var certificates = 0
    var keys = 0
    var others: [String: Int] = [:]

    var isEmpty: Bool { certificates == 0 && keys == 0 && others.isEmpty }

    var text: String {
        var words: [String] = []
        if certificates > 0 { words.append(certificates == 1 ? "1 certificate" : "\(certificates) certificates") }
        if keys > 0 {
            words.append(keys == 1 ? "1 private key, not encrypted" : "\(keys) private keys, not encrypted")
        }
        words += others.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\($0.value == 1 ? "" : "s")" }
        return words.joined(separator: ", ")
    }
}
