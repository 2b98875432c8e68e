import Foundation
import TestSupport
import Testing

/// The rules of ARCHITECTURE.md that a program can see, held against the sources.
@Suite struct HouseRulesTests {
    /// Every Swift file below Sources: module, name, text.
    static let files: [(module: String, name: String, text: String)] = {
        let root = Countersign.checkout + "/Sources"
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
            let text = (try? String(contentsOfFile: root + "/" + name, encoding: .utf8)) ?? ""
            return (name.split(separator: "/").first.map(String.init) ?? "", name, text)
        }
    }()

    /// The modules from bottom to top, each with what it may import of the project.
    static let imports: [String: Set<String>] = [
        "Reactor": [],
        "Diagnosis": [],
        "Trust": ["Diagnosis"],
        "Events": ["Trust", "Diagnosis"],
        "RequestEngine": ["Events", "Trust", "Diagnosis", "Reactor"],
        "ChallengeLog": ["Events", "Trust", "Diagnosis"],
        "Lab": ["Events", "Trust", "Diagnosis", "Reactor"],
        "Workbench": ["RequestEngine", "Lab", "ChallengeLog", "Events", "Trust", "Diagnosis"],
        "Report": ["Workbench", "ChallengeLog", "Events", "Trust", "Diagnosis"],
        "Terminal": ["Diagnosis"],
        "Inspector": ["Terminal", "Report", "Workbench", "ChallengeLog", "Events", "Trust", "Diagnosis"],
        "countersign": [
            "Inspector", "Report", "Workbench", "Lab", "ChallengeLog", "Events", "Trust", "Diagnosis", "RequestEngine",
        ],
    ]

    static let wrappers: Set<String> = [
        "CurlTransfer.swift", "CurlMulti.swift", "EventLoop.swift", "TextWidth.swift", "NcursesScreen.swift",
        "SQLiteDatabase.swift", "ServerSocket.swift", "HTTP2Session.swift", "XMLDocument.swift", "HTMLDocument.swift",
    ]

    static func imported(_ text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
                words[..<index].allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) })
            else { return nil }
            return String(words[index + 1])
        }
    }

    @Test func thereAreSources() { #expect(Self.files.count > 100) }

    @Test func importsGoDownOnly() {
        for file in Self.files {
            let allowed = Self.imports[file.module] ?? []
            for name in Self.imported(file.text) where Self.imports[name] != nil {
                #expect(allowed.contains(name), "\(file.name) imports \(name)")
            }
        }
    }

    @Test func cAppearsInTheNamedFilesOnly() {
        for file in Self.files {
            let name = (file.name as NSString).lastPathComponent
            guard !name.hasPrefix("OpenSSL+"), !Self.wrappers.contains(name) else { continue }
            let c = Self.imported(file.text).filter { $0.hasPrefix("C") && $0.dropFirst().first?.isUppercase == true }
            #expect(c.isEmpty, "\(file.name) imports \(c.joined(separator: ", "))")
        }
    }

    @Test func noTypeBearsTheNameOfAModule() {
        for file in Self.files {
            for module in Self.imports.keys {
                for word in ["struct", "class", "enum", "actor", "protocol"] {
                    #expect(!file.text.contains("\(word) \(module) "), "\(file.name): \(word) \(module)")
                }
            }
        }
    }

    @Test(arguments: ["try!", " as! ", "fatalError(", "preconditionFailure(", "PropertyListDecoder", "TODO", "FIXME"])
    func isNowhere(_ word: String) {
        for file in Self.files { #expect(!file.text.contains(word), "\(file.name): \(word)") }
    }

    @Test func uncheckedSendableIsProven() {
        for file in Self.files {
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() where line.contains("@unchecked Sendable") {
                let before = lines[max(0, index - 12)..<index]
                #expect(before.contains { $0.contains("// Unchecked:") }, "\(file.name):\(index + 1)")
            }
        }
    }
}
