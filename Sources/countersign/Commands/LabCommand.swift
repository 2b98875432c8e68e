import Diagnosis
import Events
import Foundation
import Lab
import Workbench

/// `countersign lab`
enum LabCommand: Command {
    static let name = SubCommand.lab
    static let summary = "Runs the lab alone, and prints what each client that connects accepted."
    static let synopsis = ["lab [OPTION]...", "lab --list [--json]"]
    static let details = [
        "Right and wrong servers on 127.0.0.1, a port each, with a private PKI of their own. For other programs they are "
            + "https://localhost:PORT/ and https://127.0.0.1:PORT/. A client that goes on with a bad certificate is named "
            + "vulnerable. It runs until it is interrupted."
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        if let operand = arguments.operands.first {
            throw .operandUnexpected("countersign lab", operand, wanted: "options only, such as --only \(operand)")
        }
        let folders = DataFolders()
        var configuration = LabServer.Configuration(recipe: try LabRecipe.installed(), dataDirectory: folders.lab)
        configuration.bundleDirectory = folders.bundle
        configuration.only = arguments.values(.only)
        if let port = try arguments.number(.port, in: 0...65_535) { configuration.firstPort = port }
        if arguments.has(.list) { return try list(configuration, arguments, console) }
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

    private static func serve(
        _ configuration: LabServer.Configuration,
        _ arguments: Arguments,
        _ console: Console
    ) throws(Problem) -> RunStatus {
        let scenarios = Eventually<[String: LabScenario]>()
        let closed = Eventually<Bool>()
        let isJSON = arguments.has(.json)
        let lab = try LabServer(configuration) { event in
            guard case .labVerdict(let facts) = event.kind else {
                if case .note(let note) = event.kind { console.note("countersign: \(note.sentence)") }
                return
            }
            if isJSON {
                console.print(jsonLine: LabClientDocument(event.time, facts, scenarios.wait()[facts.scenario]))
            } else {
                console.print(LabText.client(event.time, facts, scenarios.wait()[facts.scenario]))
            }
            console.flush()
            if console.isClosed { closed.bring(true) }
        }
        let interruption = Interruption()
        interruption.before { lab.stop() }
        for notice in lab.notices { console.report(notice) }
        if isJSON {
            console.print(jsonLine: LabDocument(lab.scenarios, rootPath: lab.rootPEMPath))
        } else {
            console.print(LabText.table(lab.scenarios, rootPath: lab.rootPEMPath))
            console.print()
        }
        console.flush()
        scenarios.bring(Dictionary(lab.scenarios.map { ($0.name, $0) }) { first, _ in first })
        if !console.isClosed { _ = closed.wait() }
        lab.stop()
        withExtendedLifetime(interruption) {}
        return .success
    }
}
