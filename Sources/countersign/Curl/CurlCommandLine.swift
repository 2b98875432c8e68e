import Diagnosis
import Foundation

/// A curl command line taken apart: its options by their long names, and its URLs.
struct CurlCommandLine {
    private(set) var options: [(name: String, value: String)] = []
    private(set) var urls: [String] = []

    /// - Throws: `option.unknown` for what is not understood, without its value, which may be a secret; `option.value`.
    init(_ text: String) throws(Problem) {
        var words = try ShellWords.split(text)[...]
        // A prompt, or a name with a path.
        if words.first == "$" { words.removeFirst() }
        guard let name = words.popFirst(), (name as NSString).lastPathComponent == "curl" else {
            throw .optionValue(Option.curl.long, "(the text given)", taken: "a command line that begins with curl")
        }
        var areURLs = false
        while let word = words.popFirst() {
            if areURLs || word == "-" || !word.hasPrefix("-") {
                urls.append(word)
            } else if word == "--" {
                areURLs = true
            } else if word.hasPrefix("--") {
                try readLong(String(word.dropFirst(2)), &words)
            } else {
                try readShort(word.dropFirst(), &words)
            }
        }
        urls += values("url")
        guard urls.count == 1 else {
            throw .optionValue(
                Option.curl.long,
                "\(urls.count) addresses",
                taken: "a curl command line with one address"
            )
        }
    }

    /// The values of an option, in their order.
    func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }

    /// The value of an option that counts once.
    func value(_ name: String) -> String? { values(name).last }

    func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    private mutating func readLong(_ name: String, _ words: inout ArraySlice<String>) throws(Problem) {
        // `--no-location` takes back what stands before it.
        let plain = String(name.dropFirst(3))
        if name.hasPrefix("no-"), CurlOption.withoutEffect.contains(plain) || CurlOption.switches.contains(plain) {
            options.removeAll { $0.name == plain }
            return
        }
        guard CurlOption.isKnown(name) else { throw Self.unknown("--" + name.prefix { $0 != "=" }) }
        try take(name, attached: nil, &words, as: "--" + name)
    }

    private mutating func readShort(_ letters: Substring, _ words: inout ArraySlice<String>) throws(Problem) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let name = CurlOption.letters[letter] else { throw Self.unknown("-\(letter)") }
            let attached = CurlOption.takesValue(name) && !letters.isEmpty ? String(letters) : nil
            if attached != nil { letters = "" }
            try take(name, attached: attached, &words, as: "-\(letter)")
        }
    }

    private mutating func take(
        _ name: String,
        attached: String?,
        _ words: inout ArraySlice<String>,
        as typed: String
    ) throws(Problem) {
        guard CurlOption.takesValue(name) else { return options.append((name, "")) }
        guard let value = attached ?? words.popFirst() else {
            throw .optionValueMissing("curl \(typed)", taken: "a value")
        }
        options.append((name, value))
    }

    private static func unknown(_ typed: String) -> Problem {
        Problem(
            .optionUnknown,
            "curl's option \(Sanitizer.line(typed)) in \(Option.curl.long) is not understood.",
            remedy: "Leave it out; what it does may be said by an option of this program (countersign fire --help)."
        )
    }
}
