/// Finds what a script asks for, as far as that can be read without running it: addresses that stand in `fetch("…")`,
/// `import("…")`, `from "…"` and `.open("GET", "…")`. What a script puts together at run time is not found.
enum ScriptReferences {
    private static let most = 200

    static func all(in text: String) -> [PageReference] {
        var found: [PageReference] = []
        for (pattern, kind) in patterns {
            for match in text.matches(of: pattern).prefix(most) {
                found.append(PageReference(kind: kind, address: String(match.output.2)))
            }
        }
        return found
    }

    private typealias Pattern = Regex<(Substring, Substring, Substring)>

    private static var patterns: [(Pattern, PageResourceKind)] {
        [
            (/\bfetch\(\s*(["'])([^"'\s<>]+)\1/, .request),
            (/\.open\(\s*["'][A-Za-z]+["']\s*,\s*(["'])([^"'\s<>]+)\1/, .request),
            (/\bimport\s*\(?\s*(["'])([^"'\s<>]+)\1/, .script),
            (/\bfrom\s*(["'])([^"'\s<>]+)\1/, .script),
        ]
    }
}
