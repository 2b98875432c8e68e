import Diagnosis
import Foundation
import Trust
import Workbench

/// The users and passwords that lie ready: passwords never stand on the command line.
enum PasswordOptions {
    /// - Throws: `option.value` for a password without a user, `file.…` codes for a file that cannot be read.
    static func read(
        _ arguments: Arguments,
        into configuration: inout BenchConfiguration,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Problem) {
        let server = try password(arguments, .passwordFile, environment["COUNTERSIGN_PASSWORD"], user: .user)
        let proxy = try password(
            arguments,
            .proxyPasswordFile,
            environment["COUNTERSIGN_PROXY_PASSWORD"],
            user: .proxyUser
        )
        configuration.setCredential(user: arguments.value(.user), password: arguments.pasted.password ?? server)
        configuration.setProxyCredential(
            user: arguments.value(.proxyUser),
            password: arguments.pasted.proxyPassword ?? proxy
        )
    }

    private static func password(
        _ arguments: Arguments,
        _ file: Option,
        _ variable: String?,
        user: Option
    ) throws(Problem) -> PassPhrase {
        guard let path = arguments.value(file) else { return PassPhrase(variable ?? "") }
        guard arguments.has(user) else { throw .operandMissing(file.long, wanted: "\(user.long) beside it") }
        switch FileReader.read(path).content {
        case .success(let bytes): return PassPhrase(firstLineOf: bytes)
        case .failure(let problem): throw problem
        }
    }
}
