import Diagnosis
import Events
import Foundation
import Lab
import Synchronization
import Workbench

/// `countersign lab`
enum LabCommand: Command {
    static let name = SubCommand.lab
    static let summary = "Runs the lab alone, and prints what each client that connects accepted."
    static let synopsis = [
        "lab [OPTION]...", "lab --list [--json]", "lab --judge [OPTION]... -- COMMAND...", "lab --export DIR",
    ]
    static let details = [
        "Right and wrong servers on 127.0.0.1, a port each, with a private PKI of their own. For other programs they are "
            + "https://localhost:PORT/ and https://127.0.0.1:PORT/. A client that goes on with a bad certificate is named "
            + "vulnerable. It runs until it is interrupted, and ends with a report on each client.",
        "--judge runs COMMAND once a scenario and judges it by what the lab saw. {url}, {root} (the lab's root in PEM), "
            + "{scenario}, {host}, {port} and {identity} (the right client in PEM) are replaced in its words, and stand in its "
            + "environment as COUNTERSIGN_URL and so on. The status is 1 when it accepted a bad server or refused a good one.",
        "The lab is on the loopback alone unless --listen names an address. Its root is at filesPort of certs/lab.json5 "
            + "(http://127.0.0.1:9560/root.cer, root.pem, root.mobileconfig). At namePort (9559) every scenario is served by the "
            + "name that the client asks for.",
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        if !arguments.has(.judge), let operand = arguments.operands.first {
            throw .operandUnexpected("countersign lab", operand, wanted: "options only, such as --only \(operand)")
        }
        let folders = DataFolders()
        var configuration = LabServer.Configuration(recipe: try LabRecipe.installed(), dataDirectory: folders.lab)
        configuration.bundleDirectory = folders.bundle
        configuration.only = arguments.values(.only)
        if let port = try arguments.number(.port, in: 0...65_535) { configuration.firstPort = port }
        configuration.names = arguments.values(.name)
        configuration.listenAddress = arguments.value(.listen)
        try arguments.exclude(.list, .judge, drop: "They are two things to do: drop one of them.")
        try arguments.exclude(.export, .judge, drop: "They are two things to do: drop one of them.")
        if arguments.has(.list) { return try list(configuration, arguments, console) }
        if let folder = arguments.value(.export) { return try export(configuration, to: folder, arguments, console) }
        if let address = configuration.listenAddress { warn(address, configuration, console) }
        if arguments.has(.judge) { return try LabJudge.run(configuration, arguments, console) }
        return try serve(configuration, arguments, console)
    }

    private static func list(
        _ configuration: LabServer.Configuration,
        _ arguments: Arguments,
        _ console: Console
    ) throws(Problem) -> RunStatus {
        let all = configuration.recipe.scenarios
        for name in configuration.only where !all.contains(where: { $0.name == name }) {
            throw .unknownName("scenario", name, known: all.map(\.name))
        }
        let wanted = all.filter { configuration.only.isEmpty || configuration.only.contains($0.name) }
        let shift = configuration.firstPort == 0 ? 0 : configuration.firstPort - (all.map(\.port).min() ?? 0)
        let scenarios = wanted.map { scenario in
            var scenario = scenario
            scenario.port += shift
            return scenario
        }
        if arguments.has(.json) {
            console.print(json: LabDocument(scenarios, rootPath: configuration.dataDirectory + "/lab-root.pem"))
        } else {
            console.print(LabText.table(scenarios, rootPath: configuration.dataDirectory + "/lab-root.pem"))
        }
        return .success
    }

    private static func export(
        _ configuration: LabServer.Configuration,
        to folder: String,
        _ arguments: Arguments,
        _ console: Console
    ) throws(Problem) -> RunStatus {
        let paths = try LabExport(configuration, to: folder).write()
        if arguments.has(.json) {
            console.print(json: LabExportDocument(files: paths))
        } else {
            for path in paths { console.print(path) }
        }
        return .success
    }

    private static func warn(_ address: String, _ configuration: LabServer.Configuration, _ console: Console) {
        console.note(
            "countersign: warning: the lab listens on \(Sanitizer.line(address)) too. Everybody in that network can reach its "
                + "servers, the wrong ones among them. Who installs its root trusts whoever has its keys, which lie in "
                + "\(configuration.dataDirectory)/pki: remove it from the device after the test."
        )
    }

    private static func serve(
        _ configuration: LabServer.Configuration,
        _ arguments: Arguments,
        _ console: Console
    ) throws(Problem) -> RunStatus {
        let scenarios = Eventually<[String: LabScenario]>()
        let closed = Eventually<Bool>()
        try arguments.exclude(.json, .markdown, drop: "One form at a time: drop one of them.")
        let form = LabReports.Form(arguments)
        let met = MetClients()
        let output = OutputQueue()
        let lab = try LabServer(configuration) { event in
            guard case .labVerdict(let facts) = event.kind else {
                if case .note(let note) = event.kind { console.note("countersign: \(note.sentence)") }
                return
            }
            met.note(event)
            guard form != .markdown else { return }
            output.add {
                let scenario = scenarios.wait()[facts.scenario]
                if form == .json {
                    console.print(jsonLine: LabClientDocument(event.time, facts, scenario))
                } else {
                    console.print(LabText.client(event.time, facts, scenario))
                }
                console.flush()
                if console.isClosed { closed.bring(true) }
            }
        }
        let interruption = Interruption()
        interruption.before {
            lab.stop()
            let lost = output.finish()
            if lost > 0 { console.note("countersign: \(lost) lines were not printed, for nobody read them.") }
            LabReports.print(met.clients, lab.scenarios, form, console)
        }
        for notice in lab.notices { console.report(notice) }
        switch form {
        case .json:
            console.print(jsonLine: LabDocument(lab.scenarios, rootPath: lab.rootPEMPath, namePort: lab.namePort))
        case .text:
            console.print(LabText.table(lab.scenarios, rootPath: lab.rootPEMPath))
            console.print("  root: \(lab.filesURL)/root.cer  root.pem  root.mobileconfig")
            console.print("  by name (SNI): https://SCENARIO\(LabNames.suffix):\(lab.namePort)/")
            console.print()
        case .markdown: break
        }
        console.flush()
        scenarios.bring(Dictionary(lab.scenarios.map { ($0.name, $0) }) { first, _ in first })
        // Clients have limits of their own: on a first run one of them would give up before its server's key is made.
        Thread { [weak lab] in for scenario in lab?.scenarios ?? [] { lab?.prepare([scenario.name]) } }.start()
        if !console.isClosed { _ = closed.wait() }
        lab.stop()
        withExtendedLifetime(interruption) {}
        return .success
    }
}

/// The clients that the lab has met so far: written down on its thread, read when it ends.
private final class MetClients: Sendable {
    private let book = Mutex(ClientBook())

    func note(_ event: Event) { book.withLock { $0.note(event) } }

    var clients: [ClientBook.Client] { book.withLock { $0.clients } }
}
