import Diagnosis

/// Who opens a file of identities that is no container, or that did not open here.
enum FileOpeners {
    /// PEM with certificate and key; the programs of Java, Apple and Android want PKCS#12.
    ///
    /// - Parameters:
    ///   - isLeafFirst: whether the certificate of the key is the first in the file.
    ///   - isOdd: whether the text is in a form that other programs stumble over.
    ///   - hasKeyFile: whether the key stands in a file of its own.
    static func ofText(isLeafFirst: Bool, isOdd: Bool, hasKeyFile: Bool) -> [FileOpener] {
        let opens = isLeafFirst && !isOdd
        let why = isOdd ? "the text is in no usual form" : "it takes the first certificate, which is not the key's"
        let keyOption = hasKeyFile ? " --key FILE" : ""
        return [
            FileOpener(
                ContainerOpeners.openSSL,
                opens: opens,
                status: opens ? "exit 0" : "exit 1",
                note: opens ? nil : why,
                isAssumed: isOdd
            ),
            FileOpener(
                ContainerOpeners.curl,
                opens: opens,
                status: opens ? "0" : "58",
                note: opens ? "with --cert FILE\(keyOption)" : why,
                isAssumed: isOdd
            ),
        ] + others(java: "KeyStoreException, Unrecognized keystore format", isMismatch: false)
    }

    /// What did not open here, where it can be said what others make of it; else none.
    static func of(_ problem: Problem) -> [FileOpener] {
        switch problem.code {
        case .p12MacMismatch:
            return [
                FileOpener(ContainerOpeners.openSSL, opens: false, status: ContainerOpeners.openSSLMismatch),
                FileOpener(ContainerOpeners.curl, opens: false, status: "58, mac verify failure"),
            ] + others(java: ContainerOpeners.javaMismatch, isMismatch: true)
        case .p12Truncated, .fileIsHtml, .fileUnrecognized:
            return [
                FileOpener(ContainerOpeners.openSSL, opens: false, status: "exit 1"),
                FileOpener(ContainerOpeners.curl, opens: false, status: "58"),
            ] + others(java: "IOException", isMismatch: false)
        default: return []
        }
    }

    private static func others(java: String, isMismatch: Bool) -> [FileOpener] {
        let apple = AppleImport.systems.map { system in
            AppleImport(system: system, status: isMismatch ? .authFailed : .decode)
        }
        return [FileOpener(ContainerOpeners.java, opens: false, status: java)]
            + apple.map { FileOpener($0.system, opens: false, status: $0.text) }
            + ["Android 13 and before", "Android 14 and later"].map {
                FileOpener(
                    $0,
                    opens: false,
                    status: isMismatch ? ContainerOpeners.androidMismatch : "not recognised",
                    isAssumed: true
                )
            }
    }
}
