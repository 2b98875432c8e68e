import Diagnosis
import Lab
import Trust
import Workbench

/// What the options say about an audit: folders, date, and what the client would send.
enum AuditOptions {
    /// An auditor that sends nothing.
    ///
    /// - Throws: as `configuration`, and why the lab's PKI cannot be issued.
    static func auditor(_ arguments: Arguments) throws(Problem) -> Auditor {
        try Auditor(try configuration(arguments), host: try victim(arguments) ?? Auditor.usualHost)
    }

    /// The victim: a host, or a scenario of the lab by its name.
    static func victim(_ arguments: Arguments) throws(Problem) -> String? {
        guard let text = arguments.value(.victim) else { return nil }
        return try LabRecipe.installed().scenarios.first { $0.name == text }?.host ?? text
    }

    /// A bench that starts no lab of its own: the attacker's servers are others.
    ///
    /// - Throws: `option.…` codes, and `file.…` codes for a pass-phrase file that cannot be read.
    static func configuration(_ arguments: Arguments) throws(Problem) -> BenchConfiguration {
        var configuration = try BenchOptions.configuration(arguments, firing: [])
        configuration.startsLab = false
        configuration.template.headers = try FiringOptions(arguments).firing("").headers
        configuration.template.body = try FiringOptions(arguments).firing("").body
        configuration.template.method = arguments.value(.method)
        return configuration
    }
}
