import Foundation
import TestSupport
import Testing

/// Scanners see what each scenario claims to serve.
@Suite struct ScannerPeers {
    /// A lab of some scenarios, and their ports.
    private final class Lab {
        let program: Program
        let ports: [String: Int]
        let home: TemporaryFolder

        init(_ names: [String]) throws {
            home = try TemporaryFolder()
            program = try Program(
                Countersign.path,
                ["lab", "--port", "0", "--json"] + names.flatMap { ["--only", $0] },
                environment: Countersign.environment(home: home)
            )
            let program = program
            let line = try Waiting.value("the lab's list") { program.outputSoFar.split(separator: "\n").first }
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let pairs = (object?["scenarios"] as? [[String: Any]] ?? []).compactMap { scenario -> (String, Int)? in
                guard let name = scenario["name"] as? String, let port = scenario["port"] as? Int else { return nil }
                return (name, port)
            }
            ports = Dictionary(uniqueKeysWithValues: pairs)
        }
    }

    /// What sslscan prints of a scenario.
    struct Sight: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var words: [String]
        var absent: [String] = []

        init(_ name: String, _ words: [String], absent: [String] = []) {
            testDescription = name
            self.words = words
            self.absent = absent
        }
    }

    static let sights = [
        Sight("good", ["TLSv1.2   enabled", "TLSv1.3   enabled", "TLSv1.0   disabled", "Subject:  good.lab.test"]),
        Sight("tls-1.0", ["TLSv1.0   enabled", "TLSv1.1   disabled", "TLSv1.2   disabled", "TLSv1.3   disabled"]),
        Sight("tls-1.1", ["TLSv1.0   disabled", "TLSv1.1   enabled", "TLSv1.2   disabled", "TLSv1.3   disabled"]),
        Sight("tls-1.2", ["TLSv1.2   enabled", "TLSv1.3   disabled"]),
        Sight("tls-1.3", ["TLSv1.2   disabled", "TLSv1.3   enabled"]),
        Sight("static-rsa", ["AES128-GCM-SHA256"], absent: ["ECDHE"]),
        Sight("dh-1024", ["DHE-RSA-AES128-GCM-SHA256", "DHE 1024 bits"]),
        Sight("sha1", ["ecdsa-with-SHA1"]),
        Sight("md5", ["md5WithRSAEncryption"]),
        Sight("rsa-1024", ["RSA Key Strength:    1024"]),
        Sight("rsa-512", ["RSA Key Strength:    512"]),
        Sight("good-rsa", ["RSA Key Strength:    2048"]),
        Sight("wrong-host", ["other.lab.test"]),
        Sight("1000-names", ["DNS:n1000.1000-names.lab.test"]),
        Sight("expired", ["Not valid after:  Jan  1 00:00:00 2024 GMT"]),
    ]

    @Test(arguments: sights) func sslscanSees(_ sight: Sight) throws {
        let lab = try Lab([sight.testDescription])
        let port = try #require(lab.ports[sight.testDescription])
        let result = try Program.run(
            "sslscan",
            [
                "--no-colour", "--no-heartbleed", "--no-groups", "--sni-name=\(sight.testDescription).lab.test",
                "127.0.0.1:\(port)",
            ]
        )
        for word in sight.words { #expect(result.output.contains(word), "\(word) in \(result.output)") }
        for word in sight.absent { #expect(!result.output.contains(word), "\(word) in \(result.output)") }
    }

    /// testssl.sh's id of a finding, and how it begins.
    static let findings: [(scenario: String, id: String, words: String)] = {
        let three = [
            ("good", "TLS1_3", "offered"), ("tls-1.0", "TLS1_2", "not offered"),
            ("static-rsa", "PFS", "No ciphers supporting (P)FS offered"),
        ]
        let others = [
            ("tls-1.1", "TLS1_1", "offered"), ("dh-1024", "LOGJAM-common_primes", "RFC2409"),
            ("null-cipher", "cipherlist_NULL", "offered"), ("http2", "ALPN_HTTP2", "h2"),
        ]
        return (LongRun.isOn ? three + others : three).map { (scenario: $0.0, id: $0.1, words: $0.2) }
    }()

    @Test(arguments: findings) func testsslSees(_ scenario: String, _ id: String, _ words: String) throws {
        let lab = try Lab([scenario])
        let port = try #require(lab.ports[scenario])
        let file = lab.home.file("findings.json")
        let options = ["-p", "-f", "-s", "-J"].filter { option in
            switch id {
            case "PFS": option == "-f"
            case "LOGJAM-common_primes": option == "-J"
            case "cipherlist_NULL": option == "-s"
            default: option == "-p"
            }
        }
        _ = try Program.run(
            "testssl",
            [
                "--quiet", "--color", "0", "--warnings", "off", "--ip", "127.0.0.1", "--jsonfile", file, "--nodns",
                "none",
            ]
                + options + ["https://localhost:\(port)/"]
        )
        let list =
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: file))) as? [[String: Any]]
        let finding = (list ?? []).first { $0["id"] as? String == id }
        let found = finding?["finding"] as? String ?? "nothing"
        #expect(found.hasPrefix(words), "\(found) \(list?.count ?? 0)")
    }
}

/// Whether the long runs are wanted.
enum LongRun {
    static let isOn = ProcessInfo.processInfo.environment["COUNTERSIGN_SOAK"] == "1"
}
