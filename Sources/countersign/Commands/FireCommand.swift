import Diagnosis
import Events
import Foundation
import Report
import Trust
import Workbench

/// `countersign fire`
enum FireCommand: Command {
    static let name = SubCommand.fire
    static let summary = "Fires one request each and prints challenges, checks, dispositions and the outcome."
    static let synopsis = ["fire [OPTION]... URL...", "fire [OPTION]... --curl 'curl ...'"]
    static let details = [
        "A URL without a scheme is https. A lab scenario is named as \"good\" or https://good.lab.test/; the lab is "
            + "started for it. Without --system-anchors a lab host is judged with the lab's \"public\" root, any other "
            + "with this machine's store.",
        "What --pinning, --pin, --allow-invalid and --no-domain describe is an AFSecurityPolicy 4.0; beside a policy or "
            + "flow of that family they change it. An identity given by --identity is sent whether or not the server "
            + "names its issuer.",
    ]

    static func run(_ typed: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        let arguments = try CurlTranslation.completing(typed)
        guard !arguments.operands.isEmpty else {
            throw .operandMissing("countersign fire", wanted: "a URL or the name of a lab scenario")
        }
        let requests = try FiringOptions(arguments)
        let configuration = try BenchOptions.configuration(arguments, firing: arguments.operands)
        if arguments.has(.hold) { try HoldPrompt.checkTerminal() }
        let bench = try Bench(configuration)
        let interruption = Interruption()
        interruption.before { bench.close() }
        defer { bench.close() }
        if configuration.startsLab { report(try bench.waitForLab().notices, console) }
        let options = try ProfileOptions(arguments, bundle: bench.bundle)
        bench.adopt(options.profile)
        bench.hold(arguments.has(.hold) ? .all : .off, hasPerson: arguments.has(.hold))
        let runner = FireRunner(
            bench: bench,
            strict: arguments.has(.identity) && !arguments.has(.flow),
            remarks: options.remarks,
            console: console
        )
        if arguments.has(.page) { return loadPages(arguments, requests, runner, console) }
        let documents = arguments.operands.enumerated().map { place, address in
            let document = runner.run(requests.firing(address))
            if !arguments.has(.json) {
                if place > 0 { console.print() }
                console.print(ExchangeText.lines(document).joined(separator: "\n"))
                console.flush()
            }
            return document
        }
        let statuses = documents.map { RunStatus($0) }
        let worst = RunStatus.worst(statuses)
        if arguments.has(.json) {
            let deciding = worst == .success ? nil : statuses.firstIndex(of: worst)
            console.print(json: FireDocument(documents, deciding: deciding))
        }
        return worst
    }

    private static func loadPages(
        _ arguments: Arguments,
        _ requests: FiringOptions,
        _ runner: FireRunner,
        _ console: Console
    ) -> RunStatus {
        var documents: [ExchangeDocument] = []
        var statuses: [RunStatus] = []
        var pages: [PageDocument] = []
        for (place, address) in arguments.operands.enumerated() {
            let (page, exchanges) = runner.load(requests.firing(address))
            documents += exchanges.map(\.document)
            statuses += exchanges.map { $0.decides ? RunStatus($0.document) : .success }
            if let page { pages.append(page) }
            guard !arguments.has(.json) else { continue }
            if place > 0 { console.print() }
            let lines = page.map(PageText.lines) ?? exchanges.flatMap { ExchangeText.lines($0.document) }
            console.print(lines.joined(separator: "\n"))
            console.flush()
        }
        let worst = RunStatus.worst(statuses)
        if arguments.has(.json) {
            let deciding = worst == .success ? nil : statuses.firstIndex(of: worst)
            console.print(json: FireDocument(documents, deciding: deciding, pages: pages))
        }
        return worst
    }

    private static func report(_ notices: [Problem], _ console: Console) {
        for notice in notices { console.report(notice) }
    }
}
