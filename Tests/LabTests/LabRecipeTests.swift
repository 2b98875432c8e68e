import Diagnosis
import Foundation
import TestSupport
import Testing

@testable import Lab

@Suite struct LabRecipeTests {
    @Test func theRecipeOfTheCheckoutIsFoundAndRead() throws {
        let recipe = try LabRecipe.installed()
        #expect(recipe.scenarios.first?.name == "good")
        #expect(recipe.scenarios.count >= 83)
        let wanted = [
            "good", "good-rsa", "expired", "not-yet-valid", "wrong-host", "name-only", "ip-address", "common-name-only",
            "self-signed", "untrusted-root", "missing-intermediate", "rotated-leaf-same-key", "rotated-leaf-new-key",
            "mutual", "mutual-want", "mutual-other-ca", "mutual-root-only", "tls-1.0", "tls-1.2", "plain-http",
            "closes-early", "never-answers",
        ]
        #expect(Set(wanted).subtracting(recipe.scenarios.map(\.name)).isEmpty)
    }

    /// What the page on badssl.com's hosts names is there.
    @Test func theScenariosInTheDocumentationExist() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Documentation/BADSSL.md")
        let text = try String(contentsOf: path, encoding: .utf8)
        let table = text.components(separatedBy: "Left out").first ?? ""
        let known = Set(try RunningLab.recipe().scenarios.map(\.name))
        var found = 0
        for line in table.split(separator: "\n") where line.hasPrefix("| `") {
            let cell = line.split(separator: "|").last ?? ""
            let words = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            for name in words.filter({ $0.offset % 2 == 1 }).map({ String($0.element) }) where !name.contains(" ") {
                #expect(known.contains(name) || known.contains { name.hasSuffix("-") && $0.hasPrefix(name) }, "\(name)")
                found += 1
            }
        }
        #expect(found > 35)
    }

    @Test func itsWordsFitTheColumnsOfTheScreen() throws {
        for scenario in try RunningLab.recipe().scenarios {
            #expect(TextWidth.columns(of: scenario.serves) <= 29, "\(scenario.name)")
            #expect(TextWidth.columns(of: scenario.soundClient) <= 18, "\(scenario.name)")
            #expect(!scenario.serves.isEmpty && !scenario.soundClient.isEmpty)
        }
    }

    @Test func theScenariosOfTheMockUpHaveItsPorts() throws {
        let ports = [
            "good": 9443, "expired": 9444, "wrong-host": 9445, "self-signed": 9446, "untrusted-root": 9447,
            "missing-intermediate": 9448, "mutual": 9450, "mutual-want": 9451, "rotated-leaf-same-key": 9453,
            "tls-1.0": 9460, "never-answers": 9470,
        ]
        let scenarios = try RunningLab.recipe().scenarios
        for (name, port) in ports { #expect(scenarios.first { $0.name == name }?.port == port) }
    }

    @Test func aClientThatTalksToAFaultyScenarioIsVulnerable() throws {
        let faulty = Set(try RunningLab.recipe().scenarios.filter(\.isFaulty).map(\.name))
        #expect(faulty.isSuperset(of: ["expired", "wrong-host", "self-signed", "tls-1.0", "sha1", "rsa-1024"]))
        #expect(faulty.isDisjoint(with: ["good", "mutual", "plain-http", "closes-early", "ip-address", "basic"]))
    }

    @Test func itIsFoundBesideTheExecutableFirst() throws {
        let folder = try TemporaryFolder()
        try folder.write("checkout/Package.swift", text: "")
        let places = InstalledFile.candidates(
            "certs/lab.json5",
            executables: [folder.file("checkout/.build/release/countersign"), ""]
        )
        #expect(
            places == [
                folder.file("checkout/.build/share/countersign/certs/lab.json5"),
                folder.file("checkout/certs/lab.json5"),
            ]
        )
    }

    // MARK: Faults

    /// A recipe with one thing changed, and the line and words that the message has to hold.
    struct Fault: CustomTestStringConvertible, Sendable {
        var change: (String, String)
        var code: DiagnosisCode
        var line: Int
        var words: String
        var testDescription: String { change.1 }
    }

    static let source = """
        {
          schema: "countersign.lab/1",
          authorities: {
            "root": { subject: "CN=Root" },
            "lower": { subject: "CN=Lower", issuer: "root" },
          },
          identities: {
            alice: { certificate: { issuer: "lower" }, chain: ["lower"], passPhrase: "p" },
          },
          bundle: { "a.cer": { certificate: "scenario one", form: "der" } },
          scenarios: {
            one: { port: 9443, serves: "a", soundClient: "b", raises: "date.expired" },
            two: { port: 9444, serves: "a", soundClient: "b", certificate: { issuer: "lower", days: 10 } },
          },
        }
        """

    static let faults: [Fault] = [
        Fault(change: ("lab/1", "lab/2"), code: .configKey, line: 2, words: "countersign.lab/1"),
        Fault(change: ("issuer: \"root\"", "issuer: \"rot\""), code: .configKey, line: 5, words: "root"),
        Fault(
            change: ("{ subject: \"CN=Root\" }", "{ subjct: \"CN=Root\" }"),
            code: .configKey,
            line: 4,
            words: "subject"
        ),
        Fault(change: ("CN=Root\"", "CN=\""), code: .configKey, line: 4, words: "CN=Lab CA"),
        Fault(
            change: ("{ subject: \"CN=Root\" }", "{ subject: \"CN=Root\", issuer: \"lower\" }"),
            code: .configKey,
            line: 5,
            words: "ring"
        ),
        Fault(change: ("passPhrase: \"p\"", ""), code: .configKey, line: 8, words: "passPhrase"),
        Fault(change: ("chain: [\"lower\"]", "chain: [\"upper\"]"), code: .configKey, line: 8, words: "upper"),
        Fault(change: ("scenario one", "scenario won"), code: .configKey, line: 1, words: "won"),
        Fault(change: ("form: \"der\"", "form: \"ber\""), code: .configKey, line: 10, words: "der or pem"),
        Fault(change: ("9444", "9443"), code: .configKey, line: 13, words: "one's"),
        Fault(change: ("9444", "0"), code: .configKey, line: 13, words: "65535"),
        Fault(change: ("date.expired", "date.expird"), code: .configKey, line: 12, words: "date.expired"),
        Fault(change: ("days: 10", "days: 10, until: \"2024-01-01\""), code: .configKey, line: 13, words: "second end"),
        Fault(change: ("days: 10", "until: \"2024-13-01\""), code: .configKey, line: 13, words: "2024-01-01"),
        Fault(change: ("days: 10", "key: \"rsa-100\""), code: .configKey, line: 13, words: "rsa-"),
        Fault(change: ("days: 10", "purposes: [\"server\"]"), code: .configKey, line: 13, words: "serverAuth"),
        Fault(change: ("days: 10", "names: [\"dns\", \"fe80::1%x\"]"), code: .configKey, line: 13, words: "IP address"),
        Fault(change: ("days: 10", "sameKeyAs: \"one\""), code: .configKey, line: 13, words: "scenario"),
        Fault(change: ("two:", "\"Two\":"), code: .configKey, line: 13, words: "letters a to z"),
        Fault(
            change: ("two: { port", "two: { host: \"x.test\", port"),
            code: .configKey,
            line: 13,
            words: ".two.lab.test"
        ),
        Fault(
            change: ("two: { port", "two: { tls: { minimum: \"1.3\", maximum: \"1.2\" }, port"),
            code: .configKey,
            line: 13,
            words: "minimum"
        ),
        Fault(change: ("two: { port", "two: { speaks: \"tsl\", port"), code: .configKey, line: 13, words: "tls"),
        Fault(change: ("  },\n}", "  ,\n}"), code: .configSyntax, line: 14, words: "line"),
    ]

    @Test(arguments: faults) func aFaultIsNamedWithItsLine(_ fault: Fault) throws {
        let text = Self.source.replacing(fault.change.0, with: fault.change.1)
        try #require(text != Self.source)
        let problem = #expect(throws: Problem.self) {
            _ = try LabRecipe(parsing: Array(text.utf8), file: "lab.json5")
        }
        #expect(problem?.code == fault.code)
        let sentence = problem?.description ?? ""
        #expect(sentence.contains("lab.json5, line \(fault.line),"), "\(sentence)")
        #expect(sentence.contains(fault.words), "\(sentence)")
    }

    @Test func theSourceOfTheFaultsIsRight() throws {
        let recipe = try LabRecipe(parsing: Array(Self.source.utf8), file: "lab.json5")
        #expect(recipe.scenarios.map(\.host) == ["one.lab.test", "two.lab.test"])
        #expect(recipe.scenarios.map(\.code) == [.dateExpired, nil])
    }
}
