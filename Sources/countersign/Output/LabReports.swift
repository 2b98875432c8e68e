import Lab
import Report
import Workbench

/// Reports on the clients of a lab.
enum LabReports {
    /// How they are printed.
    enum Form: Sendable {
        case text
        case json
        case markdown

        init(_ arguments: Arguments) {
            self = arguments.has(.json) ? .json : arguments.has(.markdown) ? .markdown : .text
        }
    }

    /// Prints a report on each client; nothing where none came.
    static func print(_ clients: [ClientBook.Client], _ scenarios: [LabScenario], _ form: Form, _ console: Console) {
        let report = ClientReport(clients, scenarios: scenarios.map { ScenarioBrief($0) })
        switch form {
        case .markdown: console.write(report.markdown)
        case .json:
            for client in clients {
                console.print(jsonLine: ClientDocument(client) { name in scenarios.first { $0.name == name } })
            }
        case .text: if !clients.isEmpty { console.print("\n" + report.text) }
        }
        console.flush()
    }
}
