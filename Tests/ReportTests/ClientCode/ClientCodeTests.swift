import Foundation
import TestSupport
import Testing

@testable import Report
@testable import Trust

/// The code for every client and target is code: the compilers take it, and refuse it where it is broken.
@Suite struct ClientCodeTests {
    private let folder: TemporaryFolder
    private let clients: [ClientCode]

    /// Declarations of what the code uses, with Apple's and the libraries' signatures.
    private static let declarations = Countersign.checkout + "/Tests/Declarations"

    init() throws {
        folder = try TemporaryFolder()
        clients = try SampleClients().all
    }

    /// The code of every client for a target, each once: what differs by a comment alone is checked once.
    private func files(_ target: ClientCodeTarget, _ suffix: String) throws -> [String] {
        var seen: Set<String> = []
        var paths: [String] = []
        for client in clients {
            let text = client.text(for: target)
            let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            guard seen.insert(lines.joined(separator: "\n")).inserted else { continue }
            paths.append(try folder.write("\(target.rawValue)-\(paths.count).\(suffix)", text: text))
        }
        return paths
    }

    private func makeModules() throws {
        for module in ["Security", "CryptoKit", "Alamofire"] {
            // Their names keep them out of the reach of tools for the project's own Swift.
            let text = try String(contentsOfFile: Self.declarations + "/\(module).swift.txt", encoding: .utf8)
            let source = try folder.write("\(module).swift", text: text)
            let made = try Program.run(
                "swiftc",
                [
                    "-emit-module", "-parse-as-library", "-module-name", module, "-I", folder.path, "-o",
                    folder.file(module + ".swiftmodule"), source,
                ]
            )
            #expect(made.status == 0, "\(made.errors)")
        }
    }

    private func typecheck(_ path: String) throws -> Program.Result {
        try Program.run("swiftc", ["-typecheck", "-parse-as-library", "-I", folder.path, path])
    }

    @Test(arguments: [ClientCodeTarget.urlsession, .alamofire]) func swift(_ target: ClientCodeTarget) throws {
        try makeModules()
        let paths = try files(target, "swift")
        #expect(paths.count > 10)
        for path in paths {
            let result = try typecheck(path)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(result.status == 0, "\(result.errors)\n\(text)")
        }
        // The check can fail: a call that Apple does not have, and a disposition misspelt.
        for (right, wrong) in [("SecTrust", "SecTruzt"), ("import Security", "")] {
            let text = try String(contentsOfFile: paths[0], encoding: .utf8).replacingOccurrences(
                of: right,
                with: wrong
            )
            #expect(try typecheck(try folder.write("broken.swift", text: text)).status != 0)
        }
    }

    @Test func objectiveC() throws {
        func check(_ path: String) throws -> Program.Result {
            try Program.run(
                "clang",
                [
                    "-fsyntax-only", "-x", "objective-c", "-fobjc-arc", "-fblocks", "--target=x86_64-apple-macosx13.0",
                    "-Wall", "-Werror", "-Wno-objc-literal-conversion", "-isystem", Self.declarations + "/include",
                    path,
                ]
            )
        }
        let paths = try files(.afnetworking, "m")
        #expect(paths.count > 10)
        for path in paths {
            let result = try check(path)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(result.status == 0, "\(result.errors)\n\(text)")
        }
        for (right, wrong) in [
            ("SecTrustEvaluateWithError(trust", "SecTrustEvaluate(trust"), ("completionHandler", "completion"),
        ] {
            let text = try String(contentsOfFile: paths[1], encoding: .utf8)
            guard text.contains(right) else { continue }
            let broken = try folder.write(
                "broken.m",
                text: text.replacingOccurrences(of: right, with: wrong, maximum: 1)
            )
            #expect(try check(broken).status != 0, "\(right)")
        }
    }

    @Test func theHeadTellsTheClientAndItsFindings() throws {
        let finding = Finding(
            .anyNameAuthority,
            .high,
            text: "any name\nof that CA",
            closing: [.init(name: "domain", value: "ON")]
        )
        for target in ClientCodeTarget.allCases {
            var client = clients[0]
            client.findings = [finding]
            let text = client.text(for: target)
            #expect(text.contains("line of system"), "\(target)")
            #expect(text.contains("FINDING high"), "\(target)")
            #expect(text.contains("domain ON"), "\(target)")
        }
    }

    /// What cannot be said is said: no target pretends to do what it has no words for.
    @Test func gapsAreNamed() throws {
        func text(_ profile: ClientProfile, _ target: ClientCodeTarget) -> String {
            ClientCode(profile: profile, policyLine: "").text(for: target)
        }
        let leaf = try #require(SampleCertificates.leaf)
        let any = ClientProfile(policy: .acceptAny)
        #expect(text(any, .curl).contains("--insecure"))
        #expect(text(any, .android).contains("which is stricter"))
        let keys = ClientProfile(policy: Policy(AFSecurityPolicy(pinningMode: .publicKey, pins: [.certificate(leaf)])))
        #expect(text(keys, .curl).contains("Stricter than the client"))
        #expect(text(keys, .android).contains("Cannot be expressed: pins for every host"))
        let flow = try #require(Presets.named("F6")).profile
        for target in [ClientCodeTarget.alamofire, .curl, .android] {
            #expect(text(flow, target).contains("Cannot be expressed: F6 decides by steps of its own; "), "\(target)")
        }
        #expect(text(flow, .urlsession).contains("DEFECT: inverted"))
        #expect(text(flow, .afnetworking).contains("DEFECT: inverted"))
        var held = ClientProfile(policy: Policy(SecTrustPolicy()))
        held.whenTrusted = .hold
        for target in ClientCodeTarget.allCases {
            #expect(text(held, target).contains("Cannot be expressed"), "\(target)")
        }
    }
}

/// Flows that decide by steps of their own: demands where a list of them says the same, the reason elsewhere.
@Suite struct FlowCodeTests {
    private func text(_ flow: String, _ target: ClientCodeTarget, host: String? = nil) throws -> String {
        let bundle = try SampleClients.bundle()
        let profile = try #require(Presets.named(flow)).profile(bundle: bundle)
        return ClientCode(profile: profile, bundle: bundle, policyLine: "", host: host).text(for: target)
    }

    @Test func anchorsAreSetAndEvaluated() throws {
        for flow in ["F4", "F4tr", "F8r"] {
            let evaluator = try text(flow, .alamofire)
            #expect(evaluator.contains("SecTrustSetAnchorCertificates"), "\(flow)")
            #expect(evaluator.contains("SecTrustEvaluateWithError"), "\(flow)")
            let options = try text(flow, .curl)
            #expect(options.contains("--cacert") && !options.contains("--insecure"), "\(flow)")
            let configuration = try text(flow, .android)
            #expect(configuration.contains("@raw/anchor_1") && !configuration.contains("src=\"system\""), "\(flow)")
        }
    }

    @Test func policiesAreSetAndEvaluated() throws {
        #expect(try text("F5", .alamofire).contains("SecPolicyCreateBasicX509"))
        #expect(try text("F5", .curl).contains("Stricter than the client: curl checks the name"))
        #expect(try text("F5", .android).contains("the name off; Android checks it always, which is stricter"))
        #expect(try text("F5r", .alamofire).contains("SecPolicyCreateSSL(true, host as CFString)"))
        for flow in ["F5r", "F6n"] {
            #expect(try text(flow, .alamofire).contains("SecTrustEvaluateWithError"), "\(flow)")
            #expect(try !text(flow, .curl).contains("--insecure"), "\(flow)")
        }
    }

    @Test func whatIsNeverEvaluatedChecksNothing() throws {
        #expect(try text("F8", .curl).contains("--insecure"))
        #expect(try text("F6", .curl, host: "leaf.test").contains("--insecure"))
    }

    @Test func whatNoDemandSaysIsGivenWithItsReason() throws {
        for target in [ClientCodeTarget.alamofire, .curl, .android] {
            #expect(try text("F4t", target).contains("what could be repaired is accepted"), "\(target)")
            let inverted = try text("F6", target, host: "127.0.0.1")
            #expect(inverted.contains("the wrong way round"), "\(target)")
            #expect(try text("F6", target).contains("depends on the form of the host"), "\(target)")
        }
    }
}

/// With programs of Debian's: the Android configurations against their document type.
@Suite struct ClientCodePeers {
    @Test func android() throws {
        let folder = try TemporaryFolder()
        let type = Countersign.checkout + "/Tests/Declarations/network-security-config.dtd"
        func check(_ text: String) throws -> Program.Result {
            let path = try folder.write("config.xml", text: text)
            return try Program.run("xmllint", ["--noout", "--nonet", "--dtdvalid", type, path])
        }
        for client in try SampleClients().all {
            for host in [nil, "leaf.test"] {
                var client = client
                client.host = host
                let text = client.text(for: .android)
                let result = try check(text)
                #expect(result.status == 0, "\(result.errors)\n\(text)")
                // What is written is what the program itself reads.
                _ = try PolicyFile([UInt8](text.utf8), name: "config.xml") { path in
                    FileSnapshot(path: path, bytes: SampleCertificates.authority?.der ?? [])
                }
            }
        }
        let broken = ClientCode(profile: ClientProfile(), policyLine: "").text(for: .android)
        #expect(try check(broken.replacingOccurrences(of: "base-config", with: "basis")).status != 0)
        #expect(try check(broken.replacingOccurrences(of: "</trust-anchors>", with: "")).status != 0)
    }
}

extension String {
    /// The text with the first occurrences of a part replaced.
    fileprivate func replacingOccurrences(of part: String, with other: String, maximum: Int) -> String {
        var pieces = components(separatedBy: part)
        guard pieces.count > maximum else { return self }
        let head = pieces.prefix(maximum + 1).joined(separator: other)
        pieces.removeFirst(maximum + 1)
        return ([head] + pieces).joined(separator: part)
    }
}
