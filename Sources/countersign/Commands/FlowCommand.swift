import Diagnosis
import Report
import Trust
import Workbench

/// `countersign flow`
enum FlowCommand: Command {
    static let name = SubCommand.flow
    static let summary = "Lists the clients that can be chosen, or shows a client flow step by step."
    static let synopsis = ["flow [ID...] [OPTION]..."]
    static let details = [
        "Without an ID the presets (for --policy) and the flows (for --flow) are listed. With one, its steps are shown as "
            + "published, with what is wrong with them, and beside them as repaired; the findings under each are computed "
            + "from the attacks that pass."
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        var wanted: [Preset] = []
        for text in arguments.operands { wanted += try forms(of: text) }
        guard !wanted.isEmpty else {
            if arguments.has(.json) { console.print(json: FlowsDocument(Presets.all)) } else { list(console) }
            return .success
        }
        let auditor = try AuditOptions.auditor(arguments)
        var findings: [String: [Finding]] = [:]
        for preset in wanted {
            findings[preset.name] = try auditor.audit(preset.profile(bundle: auditor.bundle)).findings
        }
        if arguments.has(.json) {
            console.print(json: FlowsDocument(wanted, findings: findings))
        } else {
            let texts = wanted.map { preset in
                (lines(preset) + [""] + FindingText.lines(findings[preset.name] ?? [])).joined(separator: "\n")
            }
            console.print(texts.joined(separator: "\n\n"))
        }
        return .failing(findings.values.joined(), arguments)
    }

    /// The preset of a name; of a flow the published form, then the repaired one, unless the name says `r`.
    private static func forms(of text: String) throws(Problem) -> [Preset] {
        guard let preset = Presets.named(text) else {
            throw .unknownName("flow", text, known: Presets.all.map(\.name), list: "countersign flow")
        }
        guard let flow = preset.flow, !flow.reference.repaired else { return [preset] }
        return [preset] + [Presets.named(flow.reference.description + "r")].compactMap { $0 }
    }

    private static func list(_ console: Console) {
        console.print("Presets, for --policy:")
        for preset in Presets.all where preset.flow == nil { console.print(row(preset.name, preset.title)) }
        console.print()
        console.print("Flows, for --flow:")
        for preset in Presets.all {
            guard let flow = preset.flow else { continue }
            let defects = flow.steps.filter { $0.defect != nil }.count
            let mark = defects == 0 ? "" : "  (\(defects) \(defects == 1 ? "defect" : "defects"))"
            console.print(row(preset.name, preset.title + mark))
        }
    }

    private static func row(_ name: String, _ text: String) -> String {
        "  \(TextWidth.pad(name, columns: 16)) \(text)"
    }

    private static func lines(_ preset: Preset) -> [String] {
        guard let flow = preset.flow else { return ["\(preset.name)  \(preset.title)"] }
        let form = flow.reference.repaired ? "repaired" : "as published"
        var lines = ["\(flow.reference)  \(flow.title)  (\(form))", "  \(flow.summary)", ""]
        for step in flow.steps {
            lines.append("  \(TextWidth.pad(String(step.number), columns: 2)) \(step.text)")
            lines.append("       \(step.source)")
            if let defect = step.defect { lines.append("     ! \(defect)") }
        }
        lines.append("")
        if !flow.files.isEmpty { lines.append("  reads      \(flow.files.joined(separator: ", "))") }
        lines += settings(flow)
        for claim in flow.reference.repaired ? [] : flow.claims {
            if claim == flow.claims.first { lines += ["", "  What articles say:"] }
            lines.append("    \"\(claim.claim)\"")
            lines.append("       \(claim.verdict.rawValue): \(claim.truth)")
        }
        return lines
    }

    private static func settings(_ flow: Flow) -> [String] {
        let settings = flow.settings
        var lines = ["  delegate   \(flow.delegate.name)"]
        var request = "\(settings.method), \(Int(settings.timeout)) s, \(settings.session) session"
        if let body = settings.body { request += ", \(body) body" }
        lines.append("  request    \(request)")
        lines.append("  cache      \(settings.cachePolicy)")
        if settings.answersKept != .fresh { lines.append("  kept       \(settings.answersKept.rawValue)") }
        lines += settings.headers.map { "  header     \($0.name): \($0.value)" }
        if !settings.acceptedTypes.isEmpty {
            lines.append("  accepts    \(settings.acceptedTypes.joined(separator: ", "))")
        }
        lines += flow.transport.infoPlist.map { "  Info.plist \($0)" }
        return lines
    }
}
