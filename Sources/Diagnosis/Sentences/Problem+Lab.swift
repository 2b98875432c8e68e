extension Problem {
    /// A file that belongs to the program is in none of the places where it is looked for; `what` is `the lab's recipe`.
    public static func installedFileMissing(_ what: String, tried: [String]) -> Problem {
        Problem(
            .fileMissing,
            "The file of \(what) is not there; tried: \(tried.joined(separator: ", ")).",
            remedy: "Install countersign with its share folder, or start it in the checkout."
        )
    }

    /// A certificate of the recipe that OpenSSL will not issue; `reason` is OpenSSL's.
    public static func labCannotIssue(at position: JSON5Position, certificate: String, reason: String) -> Problem {
        Problem(
            .configKey,
            "\(place(position)): the certificate of \(certificate) cannot be issued as it stands here: \(reason)."
        )
    }

    /// The lab's folder cannot be written or read; `reason` is the system's.
    public static func labFolderUnusable(path: String, reason: String, user: String) -> Problem {
        Problem(
            .fileUnreadable,
            "\(path) cannot be read and written as \(user): \(reason).",
            remedy: "Give that user the rights, or name another folder in XDG_DATA_HOME."
        )
    }

    /// A scenario whose TLS settings OpenSSL will not take; `reason` is OpenSSL's.
    public static func labCannotServe(at position: JSON5Position, scenario: String, reason: String) -> Problem {
        Problem(.configKey, "\(place(position)): scenario \(scenario) cannot be served as it stands here: \(reason).")
    }

    /// The lab's server cannot run at all; `reason` is the system's.
    public static func labCannotStart(address: String = "127.0.0.1", reason: String) -> Problem {
        Problem(.labPort, "The lab cannot listen on \(address): \(reason).", remedy: "Start it with --port 0.")
    }

    /// An address that nobody can listen on or name.
    public static func labAddress(_ text: String, reason: String) -> Problem {
        Problem(
            .optionValue,
            "--listen \(Sanitizer.line(text)): \(reason).",
            remedy: "Give one address of this machine, such as 192.168.1.5; \"ip address\" lists them."
        )
    }

    /// A name that no certificate can bear.
    public static func labName(_ text: String) -> Problem {
        Problem(
            .optionValue,
            "--name \(Sanitizer.line(text)) is neither a host name in ASCII nor an IP address.",
            remedy: "Give the name as a client types it, such as mybox.local; other letters as xn--...."
        )
    }

    /// The export's folder or one of its files cannot be written.
    public static func labExportImpossible(path: String, reason: String) -> Problem {
        Problem(
            .optionValue,
            "\(Sanitizer.line(path)) cannot be exported to: \(Sanitizer.line(reason)).",
            remedy: "Name a folder that does not exist yet."
        )
    }
}
