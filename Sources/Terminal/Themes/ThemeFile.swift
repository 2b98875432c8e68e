import Diagnosis

/// The text of a theme: one role a line, `role  foreground  background  attributes`.
///
/// A colour may be a pair `basic | rich`. `inherits NAME` starts from another theme, `#` begins a comment. A line that is
/// wrong is reported and ignored; the rest applies.
public struct ThemeFile: Sendable {
    /// The theme as far as its lines are right.
    public private(set) var theme: Theme
    /// One for each bad line, in order.
    public private(set) var problems: [Problem] = []

    private let file: String
    private var seen: Set<Role> = []

    /// Reads a theme's text.
    /// - Parameters:
    ///   - name: the theme's name.
    ///   - file: the file's name as problems show it.
    ///   - base: gives the theme that an `inherits` line names, nil if there is none.
    public init(_ text: String, name: String, file: String, base: (String) -> Theme? = { _ in nil }) {
        theme = Theme(name: name)
        self.file = file
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
            .map { line in line.split { $0 == " " || $0 == "\t" }.map(String.init) }
        // Wherever it stands, the base comes before what this file changes.
        for (index, words) in lines.enumerated() where words.first == "inherits" {
            inherit(words, line: index + 1, base: base)
        }
        for (index, words) in lines.enumerated() where words.first != "inherits" {
            read(words, line: index + 1)
        }
    }

    private mutating func inherit(_ words: [String], line: Int, base: (String) -> Theme?) {
        guard words.count > 1 else { return report(.incomplete("inherits"), line: line) }
        guard var inherited = base(words[1]) else { return report(.base(words[1]), line: line) }
        inherited.name = theme.name
        theme = inherited
    }

    private mutating func read(_ words: [String], line: Int) {
        guard let first = words.first, !first.hasPrefix("#") else { return }
        guard let role = Role(rawValue: first) else {
            let names = Role.allCases.map(\.rawValue) + ["inherits"]
            return report(.role(first), line: line, nearest: NearestName.to(first, among: names))
        }
        switch Self.look(words.dropFirst(), role: first) {
        case .failure(let fault):
            report(fault.fault, line: line, nearest: fault.nearest)
        case .success(let look):
            guard seen.insert(role).inserted else { return report(.repeated(first), line: line) }
            theme[role] = look
        }
    }

    private mutating func report(_ fault: Problem.ThemeFault, line: Int, nearest: String? = nil) {
        problems.append(.themeLine(file: file, line: line, fault: fault, nearest: nearest))
    }

    private struct Fault: Error {
        let fault: Problem.ThemeFault
        var nearest: String?
    }

    private static func look(_ words: ArraySlice<String>, role: String) -> Result<Theme.Look, Fault> {
        // `a|b` without blanks is the same as `a | b`; a `#` alone begins a comment.
        var tokens = words.prefix { $0 != "#" }.flatMap(separateBars)[...]
        do throws(Fault) {
            let foreground = try paint(&tokens, behind: role)
            let background = tokens.isEmpty ? Paint(.terminalDefault) : try paint(&tokens, behind: role)
            var attributes: Attributes = []
            for word in tokens.flatMap({ $0.split(separator: ",").map(String.init) }) {
                guard let row = Attributes.table.first(where: { $0.name == word.lowercased() }) else {
                    let names = Attributes.table.map(\.name)
                    throw Fault(fault: .attribute(word), nearest: NearestName.to(word, among: names))
                }
                attributes.insert(row.attribute)
            }
            return .success(Theme.Look(foreground: foreground, background: background, attributes: attributes))
        } catch {
            return .failure(error)
        }
    }

    private static func separateBars(_ word: String) -> [String] {
        var parts: [String] = []
        for (index, part) in word.split(separator: "|", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { parts.append("|") }
            if !part.isEmpty { parts.append(String(part)) }
        }
        return parts
    }

    private static func paint(_ tokens: inout ArraySlice<String>, behind role: String) throws(Fault) -> Paint {
        let basic = try color(&tokens, behind: role)
        guard tokens.first == "|" else { return Paint(basic) }
        tokens.removeFirst()
        return Paint(basic: basic, rich: try color(&tokens, behind: "|"))
    }

    private static func color(_ tokens: inout ArraySlice<String>, behind word: String) throws(Fault) -> Color {
        guard let token = tokens.popFirst() else { throw Fault(fault: .incomplete(word)) }
        guard let color = Color(token) else {
            throw Fault(fault: .color(token), nearest: NearestName.to(token, among: Color.names + ["default"]))
        }
        return color
    }
}
