import Diagnosis
import Foundation
import Trust

/// `countersign certificate`
enum CertificateCommand: Command {
    static let name = SubCommand.certificate
    static let summary = "Shows what is in a file of certificates: format, chain, keys, pins, dates, names, problems."
    static let synopsis = ["certificate FILE... [--json]", "certificate FILE --write OUT [--form der|pem|p7b]"]
    static let details = [
        "The format is told by the content: PEM, DER, PKCS#7, PKCS#12 and what people take for one of them. Dates and "
            + "weaknesses are remarks; the status is 0 when the file could be read and holds a certificate or a key."
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        guard !arguments.operands.isEmpty else { throw .operandMissing("countersign certificate", wanted: "a file") }
        let conversion = try FileConversion(arguments)
        let now = Date()
        var files: [FileReport] = []
        for path in arguments.operands {
            let file = CertificateFile(FileReader.read(path), as: .certificate, at: now)
            var report = FileReport(file: path, file)
            if let conversion, file.problem == nil {
                report.written = try conversion.write(file.certificates, from: path)
            }
            files.append(report)
        }
        return FileReports.print(files, arguments, console)
    }
}
