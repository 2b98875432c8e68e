import Diagnosis
import Events
import Report
import Trust
import Workbench

/// `countersign ats`
enum AtsCommand: Command {
    static let name = SubCommand.ats
    static let summary = "Fires the 16 configurations of App Transport Security at one server, as nscurl does."
    static let synopsis = ["ats [OPTION]... URL"]
    static let details = [
        "Each configuration is a request of its own on a new connection: default, arbitrary loads, then exceptions for the "
            + "host with every minimum version, without forward secrecy, and with insecure loads allowed. PASS means that "
            + "the request completed.",
        "The chain is judged as the system judges it, or by the policy that is named. What is offered in the handshake is "
            + "not narrowed to the suites of a configuration: a server that prefers RSA key transport although it speaks "
            + "ECDHE fails here, where an iPhone would have got ECDHE. The status is that of the default configuration.",
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        guard let address = arguments.operands.first else {
            throw .operandMissing("countersign ats", wanted: "a URL or the name of a lab scenario")
        }
        if arguments.operands.count > 1 {
            throw .operandUnexpected("countersign ats", arguments.operands[1], wanted: "one URL")
        }
        let requests = try FiringOptions(arguments)
        let configuration = try BenchOptions.configuration(arguments, firing: [address])
        let bench = try Bench(configuration)
        let interruption = Interruption()
        interruption.before { bench.close() }
        defer { bench.close() }
        if configuration.startsLab {
            for notice in try bench.waitForLab().notices { console.report(notice) }
        }
        let options = try ProfileOptions(arguments, bundle: bench.bundle)
        for remark in options.remarks { console.report(remark) }
        let host = try bench.host(of: address)
        let runner = FireRunner(bench: bench, strict: false, remarks: [], console: console)
        var rows: [TransportSecurityDocument.Row] = []
        var status = RunStatus.success
        for (index, trial) in TransportSecurityTrial.all(for: host).enumerated() {
            bench.adopt(trial.client(options.profile))
            let exchange = runner.run(requests.firing(address))
            if exchange.request == nil { throw Problem(exchange.code ?? .urlMalformed, exchange.reason) }
            if index == 0 { status = RunStatus(exchange) }
            if index == 0, unreachable.contains(exchange.code) {
                if arguments.has(.json) {
                    console.print(json: FireDocument([exchange], deciding: 0))
                } else {
                    console.print(ExchangeText.lines(exchange).joined(separator: "\n"))
                }
                return status
            }
            let row = TransportSecurityDocument.Row(trial, number: index + 1, exchange: exchange)
            rows.append(row)
            if !arguments.has(.json) {
                if index == 0 {
                    console.print("App Transport Security of \(Sanitizer.line(exchange.request?.url ?? host))\n")
                }
                console.print(line(row))
                console.flush()
            }
        }
        let document = TransportSecurityDocument(url: address, configurations: rows)
        if arguments.has(.json) {
            console.print(json: document)
        } else {
            console.print("\n" + conclusion(document))
        }
        return status
    }

    /// Nothing that a configuration could change.
    private static let unreachable: [DiagnosisCode?] = [.wireNameNotFound, .wireRefused, .wireUnreachable]

    private static func line(_ row: TransportSecurityDocument.Row) -> String {
        let number = TextWidth.pad(String(row.number), columns: 3)
        let name = TextWidth.pad(row.name, columns: 56)
        let agreed = row.connection.map { "TLS \($0.version) \($0.cipherSuite)" } ?? ""
        let fault =
            row.passed ? "" : "  " + [row.error?.text, row.code?.rawValue].compactMap { $0 }.joined(separator: "  ")
        return "\(number) \(row.passed ? "PASS" : "FAIL")  \(name) \(agreed)\(fault)"
    }

    private static func conclusion(_ document: TransportSecurityDocument) -> String {
        guard let first = document.firstPassing else {
            return "No exception of App Transport Security lets it pass: "
                + (document.configurations.last?.reason ?? "nothing was fired")
        }
        if first.number == 1 { return "It passes without any exception." }
        return "The first exception that passes is no. \(first.number): \(first.name)."
    }
}
