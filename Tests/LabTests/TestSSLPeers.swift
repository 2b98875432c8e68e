import Foundation
import TestSupport
import Testing

@testable import Lab

/// testssl.sh at every scenario that speaks TLS: it sees the versions that the recipe says. Minutes: under `make soak`.
@Suite(.enabled(if: HostileClientTests.isSoak)) struct TestSSLPeers {
    /// What testssl.sh calls a version.
    private static func id(_ version: TLSVersion) -> String {
        switch version {
        case .v1_0: "TLS1"
        case .v1_1: "TLS1_1"
        case .v1_2: "TLS1_2"
        case .v1_3: "TLS1_3"
        }
    }

    @Test(arguments: ScenarioTests.tlsScenarios.map(\.scenario.name)) func seesItsVersions(_ name: String) throws {
        let lab = try RunningLab(only: [name])
        let recipe = try #require(ScenarioTests.tlsScenarios.first { $0.scenario.name == name })
        let scenario = try #require(lab.server.scenario(named: name))
        let folder = try TemporaryFolder()
        let file = folder.file("findings.json")
        var host = scenario.asciiHost
        if host.hasSuffix(".") { host.removeLast() }
        _ = try Program.run(
            "testssl",
            [
                "--quiet", "--color", "0", "--warnings", "off", "--ip", "127.0.0.1", "--jsonfile", file, "--nodns",
                "none", "-p", "https://\(host):\(scenario.port)/",
            ]
        )
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        let list = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        for version in TLSVersion.allCases {
            let finding = list.first { $0["id"] as? String == Self.id(version) }?["finding"] as? String ?? "nothing"
            let isOffered = (recipe.tls.minimum...recipe.tls.maximum).contains(version)
            // It may say in longer words that a version is not offered.
            let fits = isOffered ? finding.hasPrefix("offered") : finding.contains("not offered")
            #expect(fits, "\(name) \(version.rawValue): \(finding)")
        }
        let alpn = list.first { $0["id"] as? String == "ALPN_HTTP2" }?["finding"] as? String
        if recipe.tls.maximum >= .v1_2 {
            #expect((alpn == "h2") == recipe.tls.speaksHTTP2, "\(name): \(alpn ?? "none")")
        }
    }
}
