import ChallengeLog
import Diagnosis
import Events
import Foundation
import Report
import Synchronization
import Trust
import Workbench

/// `countersign matrix`
enum MatrixCommand: Command {
    static let name = SubCommand.matrix
    static let summary = "Sets clients beside each other: what each makes of one chain, or of everything there is."
    static let synopsis = [
        "matrix [PRESET|FLOW]... [OPTION]...", "matrix URL [PRESET|FLOW]... [OPTION]...",
        "matrix --chain FILE [--host NAME] [PRESET|FLOW]...",
        "matrix --challenge LOG:NUMBER [PRESET|FLOW]...",
    ]
    static let details = [
        "With a URL the chain is fetched once, and nothing is sent over it; with --chain it is read from a file, with "
            + "--challenge from a recorded request. Each client that is named judges it: a preset or flow by itself, a file "
            + "by --policy.",
        "Without a chain the table holds the lab's honest servers and every attack, computed and then proven as "
            + "\"countersign attack\" does.",
    ]

    private static let usual = ["system", "af-certificate", "af-public-key", "any"]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        let addresses = arguments.operands.filter { Presets.named($0) == nil }
        var arguments = arguments
        arguments.operands.removeAll { addresses.contains($0) }
        let sources = [arguments.has(.chain), arguments.has(.challenge), !addresses.isEmpty].filter { $0 }
        guard sources.count <= 1, addresses.count <= 1 else {
            throw .optionConflict("one chain", "another", drop: "Name one URL, --chain or --challenge.")
        }
        guard sources.isEmpty else { return try judge(addresses.first, arguments, console) }
        try arguments.exclude(.json, .markdown, drop: "One form at a time: drop one of them.")
        let run = try AttackRun(arguments, usual: usual)
        defer { run.close() }
        if arguments.has(.markdown) {
            console.write(AttackReport(run.matrix, Closings(), host: run.host, lines: run.lines).tableMarkdown)
        } else if arguments.has(.json) {
            console.print(
                json: AttackDocument(run.matrix, schema: "countersign.matrix/1", host: run.host, lines: run.lines)
            )
        } else {
            console.print(MatrixText.lines(run.matrix).joined(separator: "\n"))
        }
        return run.matrix.contradictions.isEmpty ? .success : .undecided
    }

    private static func judge(
        _ address: String?,
        _ arguments: Arguments,
        _ console: Console
    ) throws(Problem) -> RunStatus {
        var configuration = try BenchOptions.configuration(arguments, firing: [address].compactMap { $0 })
        configuration.labPort = 0
        let bench = try Bench(configuration)
        defer { bench.close() }
        let source = try ChainSource(arguments, address: address, bench)
        let profiles = try ClientList.profiles(arguments, bundle: bench.bundle, usual: usual)
        var rows: [JudgedClient] = []
        for profile in profiles { rows.append(try source.judge(profile, bench, configuration)) }
        if arguments.has(.json) {
            console.print(json: JudgedChainDocument(host: source.host, chain: source.chain, rows))
        } else {
            console.print(MatrixText.lines(host: source.host, rows).joined(separator: "\n"))
        }
        return rows.contains { $0.decision.evaluation?.verdict == .refuse } ? .refused : .success
    }
}

/// Where the one chain of a matrix comes from.
private enum ChainSource {
    case file(path: String, host: String?, date: Date, labRoot: Certificate?)
    case challenge(ChallengeFacts, [SHA256Digest: PresentedCertificate])

    init(_ arguments: Arguments, address: String?, _ bench: Bench) throws(Problem) {
        if let path = arguments.value(.chain) {
            let host = arguments.value(.host)
            let isLab = host.map { Bench.namesLab($0) } ?? false
            self = .file(
                path: path,
                host: host,
                date: try arguments.date(.at) ?? Date(),
                labRoot: isLab ? try bench.waitForLab().publicRoot : nil
            )
        } else if let address {
            self = try Self.fetch(address, bench)
        } else {
            self = try Self.recorded(arguments.value(.challenge) ?? "")
        }
    }

    /// Fetches a chain: the handshake ends before anything is sent.
    private static func fetch(_ address: String, _ bench: Bench) throws(Problem) -> ChainSource {
        var probe = ClientProfile(name: "probe")
        probe.whenTrusted = .cancel
        probe.whenRefused = .cancel
        probe.minimumTLS = "1.0"
        bench.adopt(probe)
        let gathered = Mutex<[Event]>([])
        let observation = bench.observe { event in gathered.withLock { $0.append(event) } }
        let fired = try bench.fire(Firing(address))
        fired.wait()
        withExtendedLifetime(observation) {}
        let events = gathered.withLock { $0.filter { $0.request == fired.number } }
        for event in events {
            guard case .challengeReceived(let facts) = event.kind, facts.method == .serverTrust, !facts.isProxy else {
                continue
            }
            return .challenge(facts, try certificates(of: facts, in: bench.log.reader()))
        }
        for event in events {
            guard case .requestFailed(let outcome) = event.kind else { continue }
            throw Problem(outcome.code ?? .wireProtocolError, outcome.reason, remedy: outcome.remedy)
        }
        throw Problem(.wireProtocolError, "\(address) presented no chain: it was not spoken to over TLS.")
    }

    /// The first server-trust challenge of a recorded request: `LOG:NUMBER`, or a number in the newest log.
    private static func recorded(_ text: String) throws(Problem) -> ChainSource {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let number = parts.last.flatMap({ Int($0) }), number > 0 else {
            throw .optionValue(Option.challenge.long, text, taken: "LOG:NUMBER, the number of a recorded request")
        }
        let path = parts.dropLast().joined(separator: ":")
        let (log, _) = try LogCommand.open(path.isEmpty ? [] : [path])
        for event in try log.events(of: try LogCommand.key(of: number, in: log)) {
            guard case .challengeReceived(let facts) = event.kind, facts.method == .serverTrust else { continue }
            return .challenge(facts, try certificates(of: facts, in: log))
        }
        throw .optionValue(Option.challenge.long, text, taken: "a request in which a server was asked to be trusted")
    }

    private static func certificates(of facts: ChallengeFacts, in log: LogFile) throws(Problem)
        -> [SHA256Digest: PresentedCertificate]
    {
        try log.certificates(facts.chain + (facts.question?.systemAnchors ?? []))
    }

    var host: String? {
        switch self {
        case .file(_, let host, _, _): host
        case .challenge(let facts, _): facts.host
        }
    }

    /// SHA-256 of the chain's certificates; empty for a file.
    var chain: [SHA256Digest] {
        if case .challenge(let facts, _) = self { return facts.chain }
        return []
    }

    func judge(_ profile: ClientProfile, _ bench: Bench, _ configuration: BenchConfiguration) throws(Problem)
        -> JudgedClient
    {
        switch self {
        case .file(let path, let host, let date, let labRoot):
            let result = try OfflineEvaluation(
                chain: path,
                host: host,
                date: date,
                profile: profile,
                bundle: configuration.bundlePath,
                labRoot: labRoot
            )
            return JudgedClient(profile.name, line: result.client.line.text, decision: result.decision)
        case .challenge(let facts, let certificates):
            guard let decision = bench.judge(facts, certificates: certificates, as: profile) else {
                throw .optionValue(Option.challenge.long, facts.host, taken: "a record that holds what was judged")
            }
            let line = try bench.prepare(profile, inLab: false).line.text
            return JudgedClient(profile.name, line: line, decision: decision)
        }
    }
}
