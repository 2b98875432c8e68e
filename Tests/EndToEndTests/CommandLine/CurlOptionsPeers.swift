import Foundation
import TestSupport
import Testing

/// The options for curl are run against the lab: curl accepts what the client accepts, or is stricter and says so.
@Suite struct CurlOptionsPeers {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// A scenario of the lab as another program reaches it.
    private struct Scenario: Decodable {
        let name: String
        let port: Int
    }

    private struct Lab: Decodable {
        let root: String
        let scenarios: [Scenario]
    }

    @Test func curlAgreesOrIsStricter() throws {
        let server = try Program(
            Countersign.path,
            ["lab", "--port", "0", "--json"],
            environment: Countersign.environment(home: home)
        )
        defer { server.stop() }
        try Waiting.until("the list of scenarios") { server.outputSoFar.contains("\n") }
        let line = server.outputSoFar.prefix { $0 != "\n" }
        let lab = try JSONDecoder().decode(Lab.self, from: Data(line.utf8))
        let leaf = home.file("data/countersign/bundle/server.cer")
        let clients: [(options: [String], isExact: Bool)] = [
            (["--anchors", lab.root, "--anchors-only"], true),
            (["--policy", "any"], true),
            (["--pinning", "publicKey", "--pin", leaf, "--allow-invalid", "--no-domain"], false),
            (["--pinning", "certificate", "--pin", lab.root, "--allow-invalid", "--no-domain"], false),
        ]
        for scenario in lab.scenarios
        where ["good", "expired", "wrong-host", "self-signed", "untrusted-root"].contains(scenario.name) {
            let url = "https://\(scenario.name).lab.test:\(scenario.port)/"
            let address = "127.0.0.1:\(scenario.port)"
            for client in clients {
                let fired = try Countersign.run(
                    ["fire", url, "--connect-to", address, "--no-log"] + client.options,
                    home: home
                )
                let script = try Countersign.run(["code", "curl"] + client.options, home: home)
                #expect(script.status == 0, "\(script.errors)")
                let path = try home.write("options.sh", text: script.output)
                let curl = try Program.run(
                    "sh",
                    [
                        path, url, "--silent", "--output", "/dev/null", "--resolve",
                        "\(scenario.name).lab.test:\(scenario.port):127.0.0.1",
                    ]
                )
                let words =
                    "\(scenario.name) \(client.options): \(fired.status) \(curl.status)\n\(script.output)\(curl.errors)"
                if curl.status == 0 { #expect(fired.status == 0, "\(words)") }
                if client.isExact {
                    #expect((curl.status == 0) == (fired.status == 0), "\(words)")
                } else {
                    #expect(script.output.contains("Stricter") || script.output.contains("Cannot be expressed"))
                }
            }
        }
        // Options that are broken are found out.
        let broken = try home.write("broken.sh", text: "#!/bin/sh\ncurl --tlsv1.2 --pinned-pub-key x \"$@\"\n")
        #expect(try Program.run("sh", [broken, "https://127.0.0.1:1/"]).status == 2)
    }
}
