import Diagnosis
import Events
import Foundation
import Synchronization
import TestSupport
import Testing
import Trust
import Workbench

@testable import Report
@testable import countersign

/// What `explain` claims of the lab is carried out: every scenario that a row names is fired, on one lab for all, and has to
/// end with the number of the row.
@Suite struct ExplanationTests {
    /// A bench for all rows; every row brings its own client.
    private final class Lab {
        let home: TemporaryFolder
        let bench: Bench

        init() throws {
            home = try TemporaryFolder()
            var configuration = BenchConfiguration()
            configuration.folders = DataFolders(environment: ["HOME": home.path])
            configuration.labPort = 0
            configuration.log = .none
            configuration.openIdentity = { path in
                IdentityFile(FileReader.read(path), options: .init(passPhrase: PassPhrase("lab")))
            }
            bench = try Bench(configuration)
            _ = try bench.waitForLab()
        }

        deinit { bench.close() }

        /// The same as `countersign fire` with these words.
        func fire(_ words: [String]) throws -> ExchangeDocument {
            let bundle = bench.configuration.bundlePath
            let arguments = try OptionParser(command: .fire).parse(
                words.map { $0.replacing(ErrorTableReader.bundlePlace, with: bundle) }
            )
            let requests = try FiringOptions(arguments)
            bench.adopt(try ProfileOptions(arguments, bundle: bench.bundle).profile)
            let address = try #require(arguments.operands.first)
            let events = Mutex<[Event]>([])
            let observation = bench.observe { event in events.withLock { $0.append(event) } }
            let fired = try bench.fire(requests.firing(address))
            fired.wait()
            withExtendedLifetime(observation) {}
            return ExchangeDocument(events.withLock { $0.filter { $0.request == fired.number } })
        }
    }

    static func table() throws -> ErrorTable { try ErrorTable.installed() }

    @Test func everyScenarioGivesItsNumber() throws {
        let lab = try Lab()
        var fired: [[String]: ExchangeDocument] = [:]
        var proven = 0
        for meaning in try Self.table().meanings {
            guard let proof = meaning.proof, !proof.fire.isEmpty else { continue }
            let document = try fired[proof.fire] ?? lab.fire(proof.fire)
            fired[proof.fire] = document
            let title = "\(meaning.family.rawValue) \(meaning.number.map { String($0) } ?? meaning.name): \(proof.fire)"
            if let code = proof.code {
                #expect(document.codes.contains(code), "\(title): \(document.codes)")
            } else if let alert = proof.alert {
                #expect(document.alerts.contains { $0.number == alert }, "\(title): \(document.alerts)")
            } else {
                let numbers = numbers(meaning.family, document)
                #expect(numbers.contains(try #require(meaning.number)), "\(title): \(numbers) \(document.reason)")
            }
            proven += 1
        }
        #expect(proven > 60)
    }

    @Test func everyFileGivesItsStatus() throws {
        let lab = try Lab()
        for meaning in try Self.table().meanings {
            guard let name = meaning.proof?.file else { continue }
            let path = lab.bench.configuration.bundlePath + "/" + name
            let file = IdentityFile(FileReader.read(path), options: .init(passPhrase: PassPhrase("lab")))
            let statuses = file.openers.map(\.status)
            let number = try #require(meaning.number)
            #expect(statuses.contains { $0.hasSuffix("\(number) \(meaning.name)") }, "\(name): \(statuses)")
        }
    }

    private func numbers(_ family: ErrorFamily, _ document: ExchangeDocument) -> [Int] {
        let outcome = document.outcome
        switch family {
        case .nsurl: return [outcome?.clientError?.code].compactMap(\.self)
        case .x509: return [outcome?.x509Error.map { Int($0) } ?? (document.code == nil ? 0 : nil)].compactMap(\.self)
        case .alert: return document.alerts.map(\.number)
        case .curl: return [outcome?.curlCode ?? (document.code == nil ? 0 : nil)].compactMap(\.self)
        case .http: return [document.status].compactMap(\.self)
        case .trustResult: return document.challenges.compactMap { $0.decision?.evaluation?.trustResult.rawValue }
        case .stream, .osstatus, .openssl, .java, .android, .diagnosis, .finding: return []
        }
    }

    // MARK: The command

    @Test func theCommand() throws {
        let home = try TemporaryFolder()
        let result = try Countersign.run(["explain", "-1202"], home: home)
        #expect(result.status == 0, "\(result.errors)")
        for words in [
            "-1202  NSURLErrorServerCertificateUntrusted  (NSURLErrorDomain)",
            "led to by    1. a self-signed certificate",
            "not told", "countersign fire untrusted-root", "ends with -1202", "NSURLError.h",
        ] {
            #expect(result.output.contains(words), "\(words)\n\(result.output)")
        }
        let json = try Countersign.run(["explain", "curl: (60) SSL certificate problem", "--json"], home: home)
        let document = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(document["schema"] as? String == "countersign.explanation/1")
        let mention = try #require((document["mentions"] as? [[String: Any]])?.first)
        #expect(mention["number"] as? Int == 60)
        let meaning = try #require((mention["meanings"] as? [[String: Any]])?.first)
        #expect(meaning["name"] as? String == "CURLE_PEER_FAILED_VERIFICATION")
        #expect(
            Set(meaning.keys) == [
                "family", "familyTitle", "number", "name", "says", "causes", "untold", "look", "reproduction", "source",
            ]
        )
        let own = try Countersign.run(["explain", "[chain.untrusted-root]", "trust.accepts-any"], home: home)
        for words in [
            "chain.untrusted-root  (diagnosis of countersign)", "what helps   Add the root if",
            "in the lab   countersign fire untrusted-root", "trust.accepts-any  (finding of countersign)", "CWE-295",
        ] {
            #expect(own.output.contains(words), "\(words)\n\(own.output)")
        }
        #expect(!own.output.contains("not told"))
        let near = try Countersign.run(["explain", "chain.untrusted-rot"], home: home)
        #expect(near.status == 2 && near.errors.contains("Did you mean chain.untrusted-root?"), "\(near.errors)")
        let unknown = try Countersign.run(["explain", "nothing at all"], home: home)
        #expect(unknown.status == 2 && unknown.errors.contains("option.value"), "\(unknown.errors)")
        #expect(try Countersign.run(["explain"], home: home).status == 2)
        let hostile = try Countersign.run(["explain", "-1202 \u{1B}[31m\u{202E}"], home: home)
        #expect(hostile.status == 0 && !hostile.output.contains("\u{1B}"))
    }
}
