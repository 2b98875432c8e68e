import Foundation

// What a file is that was to hold certificates, keys or an identity. `name` is the file's name, `path` its full path;
// `wanted` says what it was to be: `a certificate`, `an identity`.

extension Problem {
    // MARK: Nothing to judge

    /// No such file.
    public static func fileMissing(path: String) -> Problem {
        Problem(.fileMissing, "There is no file \(quoted(path)).", remedy: "Give the right path.")
    }

    /// A file of no bytes.
    public static func fileEmpty(path: String) -> Problem {
        Problem(.fileEmpty, "\(quoted(path)) is empty (0 bytes).", remedy: "Give the right file, or fetch it again.")
    }

    /// Something in the file system that is no file; `what` is `a directory`.
    public static func fileNotRegular(path: String, what: String) -> Problem {
        Problem(.fileNotRegular, "\(quoted(path)) is \(what), no file.", remedy: "Give the path of a file.")
    }

    /// A file that is there and cannot be read; `reason` is the system's, `user` who tried.
    public static func fileUnreadable(path: String, reason: String, user: String) -> Problem {
        Problem(
            .fileUnreadable,
            "\(quoted(path)) is there and cannot be read as user \(user): \(reason).",
            remedy: "Give that user the right to read it."
        )
    }

    /// A file larger than any that could be meant.
    public static func fileTooLarge(path: String, bytes: Int, limit: Int) -> Problem {
        Problem(
            .fileUnrecognized,
            "\(quoted(path)) has \(bytes) bytes, more than any file of certificates or keys (at most \(limit)); "
                + "it was not read.",
            remedy: "Give the right file."
        )
    }

    /// A file of none of the known kinds.
    ///
    /// - Parameters:
    ///   - first: its first bytes.
    ///   - tried: the kinds that it was compared with.
    public static func fileUnrecognized(name: String, length: Int, first: [UInt8], tried: [String]) -> Problem {
        Problem(
            .fileUnrecognized,
            "\(quoted(name)) is of no known kind: \(counted(length, "byte")), the first are \(hex(first)). "
                + "It was compared with \(list(tried, limit: 32)).",
            remedy: "Give the right file."
        )
    }

    // MARK: The name says something else

    /// PEM text where the name suggests something else; `loaded` counts what came of it: `1 certificate`.
    public static func fileIsPEM(name: String, suffix: String, usually: String, loaded: String, remedy: String)
        -> Problem
    {
        Problem(
            .fileIsPem,
            "\(quoted(name)) is PEM text, although a name in .\(suffix) usually means \(usually); "
                + "loaded from it: \(loaded).",
            remedy: remedy
        )
    }

    /// PEM text where an app's code reads DER; `command` converts the first certificate.
    public static func bundleIsPEM(name: String, certificates: Int, command: String) -> Problem {
        Problem(
            .fileIsPem,
            "\(quoted(name)) is PEM text with \(counted(certificates, "certificate")); SecCertificateCreateWithData takes DER "
                + "only, whatever the name, so the client gets nil from it: 0 loaded.",
            remedy: (certificates > 1 ? "One file holds one certificate; convert the first: " : "Convert it: ")
                + command
        )
    }

    /// Something that is neither a DER certificate nor PEM, where an app's code reads a certificate.
    public static func bundleIsNoCertificate(name: String, what: String) -> Problem {
        Problem(
            .fileUnrecognized,
            "\(quoted(name)) is \(what); SecCertificateCreateWithData takes one DER certificate only, so the client gets nil "
                + "from it."
        )
    }

    /// DER bytes where the name suggests text.
    public static func fileIsDER(name: String, suffix: String, first: [UInt8], remedy: String) -> Problem {
        Problem(
            .fileIsDer,
            "\(quoted(name)) is DER (it begins with \(hex(Array(first.prefix(2)))) ..), although a name in .\(suffix) "
                + "suggests text.",
            remedy: remedy
        )
    }

    /// A PKCS#12 container, under another name or where something else is wanted.
    public static func fileIsPKCS12(name: String, wanted: String?) -> Problem {
        Problem(
            .fileIsP12,
            "\(quoted(name)) is a PKCS#12 container, the kind of file that holds a private key with its certificates"
                + (wanted.map { "; wanted is \($0)." } ?? "."),
            remedy:
                "Use it as identity: --identity \(shellWord(name)); what is in it shows countersign identity \(shellWord(name))"
        )
    }

    // MARK: Other kinds

    /// A Java key store; `kind` is `JKS` or `JCEKS`, `entries` what it holds, as far as it can be read.
    public static func fileIsJKS(name: String, kind: String, entries: String?) -> Problem {
        let command = FileCommand(name)
        return Problem(
            .fileIsJks,
            "\(quoted(name)) is a Java key store of type \(kind)" + (entries.map { ": \($0)." } ?? "."),
            remedy: "Convert it: keytool -importkeystore -srckeystore \(command.word) -srcstoretype \(kind) "
                + "-destkeystore \(command.beside("-pkcs12.p12")) -deststoretype PKCS12"
        )
    }

    /// A PKCS#7 bundle; `subjects` are those of its certificates, `command` writes them as PEM.
    public static func fileIsPKCS7(name: String, subjects: [String], command: String) -> Problem {
        Problem(
            .fileIsPkcs7,
            "\(quoted(name)) is a PKCS#7 bundle with \(held(subjects)).",
            remedy: "Where PEM is needed: \(command)"
        )
    }

    /// A PKCS#7 bundle where an identity or a private key is wanted, or one without certificates.
    public static func fileIsPKCS7(name: String, subjects: [String], wanted: String) -> Problem {
        Problem(
            .fileIsPkcs7,
            "\(quoted(name)) is a PKCS#7 bundle with \(held(subjects)); it never holds a private key, and wanted is \(wanted).",
            remedy: "Give the file that holds it; a private key that belongs to one of these certificates goes with "
                + "--identity-key."
        )
    }

    private static func held(_ subjects: [String]) -> String {
        subjects.isEmpty ? "no certificate" : counted(subjects.count, "certificate") + " (\(list(subjects)))"
    }

    /// A private key where something else is wanted; `label` is its PEM label or its DER form.
    public static func fileIsPrivateKey(name: String, label: String, wanted: String) -> Problem {
        Problem(
            .fileIsPrivateKey,
            "\(quoted(name)) is a private key (\(label)); wanted is \(wanted).",
            remedy: "Give the certificate that belongs to it."
        )
    }

    /// A private key whose bytes do not decode.
    public static func fileKeyDamaged(name: String, label: String) -> Problem {
        Problem(
            .fileIsPrivateKey,
            "\(quoted(name)) is a private key (\(label)) whose bytes do not decode.",
            remedy: "Restore the file."
        )
    }

    /// A certificate signing request where a certificate is wanted.
    public static func fileIsCSR(name: String, label: String, subject: String?, wanted: String) -> Problem {
        Problem(
            .fileIsCsr,
            "\(quoted(name)) is a certificate signing request (\(label)"
                + (subject.map { ", for \($0)" } ?? "") + "); wanted is \(wanted).",
            remedy: "Give the certificate that the authority issued for it."
        )
    }

    /// A bare public key; `pin` is its `sha256//…` form.
    public static func fileIsPublicKey(name: String, label: String, pin: String, wanted: String) -> Problem {
        Problem(
            .fileIsPublicKey,
            "\(quoted(name)) is a bare public key (\(label)); wanted is \(wanted). It can serve as a key pin only: \(pin).",
            remedy: "Give the certificate, or use it as key pin with --pinning publicKey."
        )
    }

    /// PEM or DER of things that are known and hold no certificate: a revocation list, parameters.
    public static func fileHoldsOther(name: String, labels: [String], length: Int, first: [UInt8], wanted: String)
        -> Problem
    {
        Problem(
            .fileUnrecognized,
            "\(quoted(name)) holds \(list(labels)); wanted is \(wanted) (\(counted(length, "byte")), the first are "
                + "\(hex(first))).",
            remedy: "Give the right file."
        )
    }

    /// A web page in place of the file; `title` is what the page calls itself.
    public static func fileIsHTML(name: String, title: String?) -> Problem {
        Problem(
            .fileIsHtml,
            "\(quoted(name)) is a web page (HTML" + (title.map { ", titled \(quoted($0))" } ?? "")
                + ") that was saved in place of the file.",
            remedy: "Download the file again; the page may say why it was not handed out."
        )
    }

    /// UTF-16 text; `encoding` is `UTF-16LE`, `hasMark` whether a byte order mark says so.
    public static func fileUTF16(name: String, encoding: String, hasMark: Bool) -> Problem {
        Problem(
            .fileUtf16,
            "\(quoted(name)) is \(encoding) text; PEM has to be ASCII or UTF-8. It was read all the same.",
            remedy: "In PowerShell, use Out-File -Encoding ascii in place of >. Save it as UTF-8: "
                // By its mark, which must not stay at the beginning of the text.
                + "iconv -f \(hasMark ? "UTF-16" : encoding) -t UTF-8 \(shellWord(name)) > \(FileCommand(name).beside("-utf8.pem"))"
        )
    }

    /// PEM armor that breaks the format; `fault` says what is wrong in that line, and what was done about it.
    ///
    /// - Parameter command: writes what could be read in good form; nil where something is lost.
    public static func fileBadArmor(name: String, line: Int, fault: String, command: String?) -> Problem {
        Problem(
            .fileBadArmor,
            "\(quoted(name)), line \(line): \(fault).",
            remedy: command.map { "Repair the text: \($0)" } ?? "Repair the text, or fetch the file again."
        )
    }

    /// Base64 of DER without the PEM armor around it; `what` it holds, as it was read, `command` writes it as PEM.
    public static func fileWithoutArmor(name: String, what: String, command: String?) -> Problem {
        Problem(
            .fileBadArmor,
            "\(quoted(name)), line 1: base64 text without the -----BEGIN line; it holds \(what) and was read all the same.",
            remedy: command.map { "Put it into armor: \($0)" }
        )
    }

    /// Certificates of which another than the first matches the key.
    ///
    /// - Parameters:
    ///   - subjects: of the certificates, in the order of the file.
    ///   - number: of the one that matches the key, from 0.
    ///   - command: writes them in order.
    public static func fileLeafNotFirst(name: String, subjects: [String], number: Int, command: String) -> Problem {
        Problem(
            .fileLeafNotFirst,
            "\(quoted(name)) holds \(list(subjects.enumerated().map { "\($0.offset): \($0.element)" })); "
                + "the one that matches the key is number \(number), not the first.",
            remedy: "Here it was found all the same. Put the key's certificate first: \(command)"
        )
    }

    /// A provisioning profile for apps.
    ///
    /// - Parameters:
    ///   - devices: how many it lists; nil where it is for all.
    ///   - signers: subjects of the signing certificates in it.
    ///   - ends: when it expires, UTC.
    public static func fileIsMobileProvision(
        name: String,
        team: String?,
        application: String?,
        devices: Int?,
        signers: [String],
        ends: Date?
    ) -> Problem {
        var facts: [String] = []
        if let team { facts.append("team \(team)") }
        if let application { facts.append("App ID \(application)") }
        if let devices { facts.append(counted(devices, "device")) }
        facts.append(
            signers.isEmpty
                ? "no signing certificate" : "\(counted(signers.count, "signing certificate")) (\(list(signers)))"
        )
        if let ends { facts.append("ends \(UTC.day(ends))") }
        return Problem(
            .fileIsMobileprovision,
            "\(quoted(name)) is a provisioning profile: \(facts.joined(separator: ", ")). Its certificates sign apps; "
                + "they are no TLS identities, and there is no private key in it.",
            remedy: "Use the .p12 file that holds the identity."
        )
    }

    /// A certificate or key of the Chinese standards; `digest` is nil for a bare key.
    public static func fileIsSM2(name: String, what: String, curve: String, digest: String?) -> Problem {
        Problem(
            .fileIsSm2,
            "\(quoted(name)) holds \(what) of GM/T: curve \(curve)" + (digest.map { ", digest \($0)" } ?? "")
                + ". Keys of this type are spoken by GM TLS only, not by this program.",
            remedy: "Use a certificate with an RSA or ECDSA key."
        )
    }

    /// A certificate in a file that does not decode; `place` is `line 12` or `number 2 of 3`.
    public static func certificateMalformed(name: String, place: String, bytes: Int, announced: Int?) -> Problem {
        let cut = announced.map { ", of \($0) that its outer length announces" } ?? ""
        return Problem(
            .chainMalformed,
            "\(quoted(name)), \(place): the \(counted(bytes, "byte"))\(cut) do not decode as a certificate.",
            remedy: announced == nil ? "Replace the file." : "Fetch the file again; its end is missing."
        )
    }
}
