import Diagnosis
import Foundation
import TestSupport
import Testing

@testable import countersign

/// `config.json5`: what it sets, and how its faults are said.
@Suite struct ConfigurationFileTests {
    private func configuration(_ text: String) throws -> ConfigurationFile {
        try ConfigurationFile(parsing: Array(text.utf8), file: "config.json5")
    }

    @Test func itCountsWhereTheCommandLineSaysNothing() throws {
        let file = try configuration("{ theme: 'dark', color: 16, 'no-domain': true, anchors: ['a.pem', 'b.pem'] }")
        let arguments = try OptionParser(command: .inspect).parse(["--theme", "light", "good"])
        let completed = file.completing(arguments)
        #expect(completed.value(.theme) == "light")
        #expect(completed.value(.color) == "16")
        #expect(completed.has(.noDomain))
        #expect(completed.values(.anchors) == ["a.pem", "b.pem"])
        #expect(completed.operands == ["good"])
        // `fire` has no theme.
        let fire = file.completing(try OptionParser(command: .fire).parse(["good"]))
        #expect(!fire.has(.theme))
        #expect(fire.values(.anchors) == ["a.pem", "b.pem"])
    }

    @Test func aClientOfTheCommandLineIsDescribedThereAsAWhole() throws {
        let file = try configuration("{ flow: 'F2c', theme: 'dark' }")
        let completed = file.completing(try OptionParser(command: .fire).parse(["--policy", "any", "good"]))
        #expect(completed.value(.policy) == "any")
        #expect(!completed.has(.flow))
        #expect(file.completing(try OptionParser(command: .fire).parse(["good"])).value(.flow) == "F2c")
    }

    @Test func hostsAreShownIdentities() throws {
        let file = try configuration(
            "{ hosts: { 'api.bank.test:8443': { identity: '/keys/a.p12' }, '*.lab.test': { identity: 'b.p12' } } }"
        )
        let completed = file.completing(try OptionParser(command: .inspect).parse([]))
        #expect(completed.values(.identityRule) == ["api.bank.test:8443=/keys/a.p12", "*.lab.test=b.p12"])
        // The command line's one identity for all counts more.
        let own = file.completing(try OptionParser(command: .fire).parse(["--identity", "c.p12", "good"]))
        #expect(own.values(.identityRule).isEmpty)
        #expect(own.value(.identity) == "c.p12")
    }

    @Test func aFileBesideTheConfigurationIsFound() throws {
        let folder = try TemporaryFolder()
        try folder.write("b.p12", text: "")
        let text = "{ hosts: { 'x.test': { identity: 'b.p12' } } }"
        let file = try ConfigurationFile(parsing: Array(text.utf8), file: folder.file("config.json5"))
        let completed = file.completing(try OptionParser(command: .inspect).parse([]))
        let rule = try #require(completed.values(.identityRule).first)
        #expect(rule.hasPrefix("x.test=/"))
        #expect(FileManager.default.fileExists(atPath: String(rule.dropFirst("x.test=".count))))
    }

    @Test(arguments: [
        ("{\n hosts: 'x' }", "config.json5:2", "an object"),
        ("{ hosts: { 'a.test': 'b' } }", "config.json5:1", "an object"),
        ("{ hosts: {\n 'a.test': { identty: 'b' } } }", "config.json5:2", "identity"),
        ("{ hosts: { 'a:x': { identity: 'b' } } }", "config.json5:1", "HOST"),
        ("{ hosts: { 'a.test': { identity: 3 } } }", "config.json5:1", "a string"),
        ("{\n  thme: 'dark' }", "config.json5:2:3", "thme"), ("{ theme: 3.5 }", "config.json5:1:10", "NAME"),
        ("{ color: 17 }", "config.json5:1:10", "never, 16 or 256"),
        ("{ theme: ['a'] }", "config.json5:1:10", "taken once"),
        ("{ 'no-domain': 'yes' }", "config.json5:1:16", "true or false"),
        ("{ theme: 'a', theme: 'b' }", "config.json5", "twice"),
        ("{", "config.json5", "expected"), ("[]", "config.json5:1:1", "an object"),
        ("{ script: 'x' }", "config.json5:1:3", "script"),
    ])
    func faultsNameFileAndLine(_ text: String, _ place: String, _ words: String) {
        let problem = #expect(throws: Problem.self) { try configuration(text) }
        #expect(problem?.sentence.contains("config.json5") == true, "\(String(describing: problem))")
        #expect(problem?.sentence.contains(words) == true, "\(String(describing: problem))")
    }

    /// The whole program: the file is found, and a value that shows its fault only in use names its line, too.
    @Test func theProgramReadsIt() throws {
        let home = try TemporaryFolder()
        let script = try home.write("keys", text: "save-screen first\n")
        try home.write("config/countersign/config.json5", text: "{\n  // a client\n  policy: 'any',\n}\n")
        func run() throws -> Program.Result {
            try Program.run(
                Countersign.path,
                ["inspect", "--script", script, "--no-log"],
                environment: Countersign.environment(home: home),
                folder: home.path
            )
        }
        #expect(try run().status == 0)
        let screen = try String(contentsOfFile: home.file("first.txt"), encoding: .utf8)
        #expect(screen.contains("countersign  any"))
        try home.write("config/countersign/config.json5", text: "{\n  policy: 'anny',\n}\n")
        let wrong = try run()
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("config.json5"), "\(wrong.errors)")
        #expect(wrong.errors.contains("anny"))
        try home.write("config/countersign/config.json5", text: "{ polcy: 'any' }")
        let unknown = try run()
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("[config.key]"))
        #expect(unknown.errors.contains("Did you mean policy?"))
    }
}
