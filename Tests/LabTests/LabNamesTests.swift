import Testing

@testable import Lab

@Suite struct LabNamesTests {
    @Test(arguments: [
        ("good.lab.test", ["good"]), ("GOOD.Lab.Test.", ["good"]), ("tls-1.0.lab.test", ["tls-1.0", "0"]),
        ("www.good.lab.test", ["www.good", "good"]), ("lab.test", []), ("good.lab.test.example", []), ("", []),
        (".lab.test", []), ("a..lab.test", []), ("xlab.test", []),
    ])
    func aHostNamesItsScenario(_ host: String, _ scenarios: [String]) {
        #expect(LabNames.scenarios(of: host) == scenarios)
        #expect(LabNames.contains(host) == !scenarios.isEmpty)
    }

    @Test func aScenarioSaysHowItIsReached() {
        let scenario = LabScenario(
            name: "good",
            serves: "",
            soundClient: "",
            host: "good.lab.test",
            port: 9443,
            clientCertificate: .none,
            code: nil,
            codeWithIdentity: nil,
            codeWithLeafAlone: nil
        )
        #expect(scenario.url == "https://good.lab.test/")
        #expect(scenario.urlForOthers == "https://localhost:9443/")
        #expect(scenario.urlByAddress == "https://127.0.0.1:9443/")
        #expect(
            scenario.curlCommand(rootPath: "/home/o'neil/lab-root.pem")
                == "curl --cacert '/home/o'\\''neil/lab-root.pem' --resolve good.lab.test:9443:127.0.0.1 "
                + "https://good.lab.test:9443/"
        )
    }
}
