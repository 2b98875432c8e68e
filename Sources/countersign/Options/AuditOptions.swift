import Diagnosis
import Trust
import Workbench

/// What the options say about an audit: folders, date, and what the client would send.
enum AuditOptions {
    /// An auditor that sends nothing.
    ///
    /// - Throws: as `configuration`, and why the lab's PKI cannot be issued.
    static func auditor(_ arguments: Arguments) throws(Problem) -> Auditor {
        try Auditor(try configuration(arguments), host: arguments.value(.victim) ?? Auditor.usualHost)
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
