import Foundation

// The files of ours, the terminal, the lab's port, and what libcurl cannot do.

extension Problem {
    /// A configuration, policy or recipe file that does not parse.
    public static func configSyntax(at position: JSON5Position, expected: String, found: String) -> Problem {
        Problem(.configSyntax, "\(place(position)): expected \(expected), found \(found).")
    }

    /// A key that is not known in its place.
    public static func configUnknownKey(
        at position: JSON5Position,
        key: String,
        nearest: String?,
        known: [String]
    ) -> Problem {
        Problem(
            .configKey,
            "\(place(position)): there is no key \(quoted(key)) here; known are \(list(known)).",
            remedy: nearest.map { "Did you mean \($0)?" }
        )
    }

    /// A key that is there twice.
    public static func configRepeatedKey(at position: JSON5Position, key: String, firstLine: Int) -> Problem {
        Problem(
            .configKey,
            "\(place(position)): the key \(quoted(key)) is there twice; it was given in line \(firstLine) already.",
            remedy: "Keep one of the two."
        )
    }

    /// A key that has to be there and is not; `path` is the object that lacks it, empty for the whole file.
    public static func configMissingKey(at position: JSON5Position, key: String, in path: String) -> Problem {
        let object = path.isEmpty ? "the file" : quoted(path)
        return Problem(.configKey, "\(place(position)): the key \(quoted(key)) is missing in \(object).")
    }

    /// A key whose value is of the wrong kind or does not fit.
    public static func configValue(
        at position: JSON5Position,
        key: String,
        found: String,
        wanted: String,
        nearest: String? = nil
    ) -> Problem {
        let subject = key.isEmpty ? "the file" : "the key \(quoted(key))"
        return Problem(
            .configKey,
            "\(place(position)): \(subject) has \(found) where \(wanted) is wanted.",
            remedy: nearest.map { "Did you mean \($0)?" }
        )
    }

    /// A key whose value is of the right kind and that cannot be used all the same; `fault` is a sentence without its end.
    public static func configFault(at position: JSON5Position, key: String, fault: String) -> Problem {
        let subject = key.isEmpty ? "the file" : "the key \(quoted(key))"
        return Problem(.configKey, "\(place(position)): \(subject) cannot be used: \(fault).")
    }

    /// A policy that could not be saved; `reason` is the system's.
    public static func policyNotSaved(path: String, reason: String) -> Problem {
        Problem(.fileUnreadable, "\(quoted(path)) cannot be written: \(reason).")
    }

    /// An Info.plist whose TrustKit part was not asked for.
    public static func trustKitNotTaken(path: String) -> Problem {
        Problem(
            .configKey,
            "\(quoted(path)) has a TSKConfiguration; --info-plist takes App Transport Security and NSPinnedDomains alone.",
            remedy: "Use --policy \(shellWord(path)) to be judged by TrustKit."
        )
    }

    /// A bad line of a theme; `reason` says what is wrong with the word.
    public static func themeLine(file: String, line: Int, word: String, reason: String) -> Problem {
        Problem(.themeLine, "\(file), line \(line): \(quoted(word)) \(reason). The other lines apply.")
    }

    /// No terminal, or one that cannot place the cursor.
    ///
    /// - Parameters:
    ///   - name: the value of TERM, nil when it is not set.
    ///   - lacks: `it cannot place the cursor`, `standard output is no terminal`.
    public static func terminalUnusable(name: String?, lacks: String) -> Problem {
        let terminal = name.map { "TERM is \(quoted($0))" } ?? "TERM is not set"
        return Problem(
            .terminalUnusable,
            "The inspector needs a terminal: \(terminal), and \(lacks).",
            remedy: "Use the sub-commands, which need no terminal: countersign fire URL, countersign log show."
        )
    }

    /// A file that is no log of this program; `what` says what it is: `it begins with "%PDF"`.
    public static func logNotALog(path: String, what: String) -> Problem {
        Problem(.logNotALog, "\(quoted(path)) is no log of countersign: \(what).")
    }

    /// A log written by a newer program.
    public static func logNewer(path: String, version: Int, known: Int) -> Problem {
        Problem(
            .logNewer,
            "\(quoted(path)) has schema version \(version); this program knows versions up to \(known).",
            remedy: "Open it with a newer countersign."
        )
    }

    /// A log with pages or rows that cannot be read.
    ///
    /// - Parameters:
    ///   - readable: how many events can still be read.
    ///   - from: the time of the first of them, UTC; `to`: of the last.
    ///   - reason: what the reader met.
    public static func logDamaged(path: String, readable: Int, from: Date?, to: Date?, reason: String) -> Problem {
        var span = ""
        if let from, let to { span = ", from \(UTC.text(from)) to \(UTC.text(to))" }
        return Problem(
            .logDamaged,
            "\(quoted(path)) is damaged (\(reason)). Still readable: \(counted(readable, "event"))\(span)."
        )
    }

    /// Events that could not be written.
    ///
    /// - Parameters:
    ///   - reason: the system's: `no space left on device`.
    ///   - since: the time of the first event that is not on disk, UTC.
    ///   - events: how many are in memory only.
    public static func logNotSaved(path: String, reason: String, since: Date, events: Int) -> Problem {
        Problem(
            .logNotSaved,
            "\(quoted(path)) cannot be written: \(reason). Since \(UTC.text(since)), \(counted(events, "event")) "
                + "\(events == 1 ? "is" : "are") in memory only.",
            remedy: "Write the log to another file with w."
        )
    }

    /// A port of the lab that is taken; `used` is the one taken instead, nil when there was none.
    public static func labPort(wanted: Int, used: Int?) -> Problem {
        Problem(
            .labPort,
            "Port \(wanted) is taken"
                + (used.map { "; the lab uses port \($0) instead." } ?? ", and no other was free."),
            remedy: "Choose the first port with --port N (0: any that is free)."
        )
    }

    /// A libcurl that cannot suspend a handshake.
    public static func holdUnsupported(version: String) -> Problem {
        Problem(
            .holdUnsupported,
            "libcurl \(version) cannot suspend a handshake, so no challenge can be held here. Policies answer as ever.",
            remedy: "Answer later by connecting again with the answer you want."
        )
    }

    /// `lab.json5, line 12, column 7`, as far as it is known.
    package static func place(_ position: JSON5Position) -> String {
        position.file + (position.line > 0 ? ", line \(position.line)" : "")
            + (position.column > 0 ? ", column \(position.column)" : "")
    }
}
