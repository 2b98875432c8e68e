// What keeps a file from being written in another form. `file` is the file that was read, as it was named.

extension Problem {
    /// The file to be written is there already.
    public static func fileExists(path: String) -> Problem {
        Problem(
            .fileExists,
            "\(quoted(path)) is there already; a file is never written over.",
            remedy: "Name a new file, or remove the old one first."
        )
    }

    /// The file cannot be written; `reason` is the system's.
    public static func fileNotWritten(path: String, reason: String) -> Problem {
        Problem(
            .fileNotWritten,
            "\(quoted(path)) cannot be written: \(reason).",
            remedy: "Name a file in a folder that can be written."
        )
    }

    /// DER holds one certificate, and there are several.
    public static func formHoldsOne(file: String, count: Int) -> Problem {
        Problem(
            .optionValue,
            "--form der holds one certificate, and \(quoted(file)) has \(count).",
            remedy: "Take --form pem or --form p7b."
        )
    }

    /// The form does not hold what is to be written.
    public static func formIsNotFor(_ form: String, of what: String, taken: String) -> Problem {
        Problem(.optionValue, "--form \(form) does not hold \(what).", remedy: "It takes \(taken).")
    }

    /// Nothing in the file can be written in that form.
    public static func nothingToWrite(file: String, form: String) -> Problem {
        Problem(.optionValue, "\(quoted(file)) has nothing that can be written as \(form).", remedy: nil)
    }

    /// The new pass phrase was typed twice, and not the same.
    public static func passPhrasesDiffer(path: String) -> Problem {
        Problem(
            .optionValue,
            "The two pass phrases typed for \(quoted(path)) differ; nothing was written.",
            remedy: "Type the same one twice."
        )
    }

    /// A new container needs a pass phrase, and none was given.
    public static func newFileNeedsPassPhrase(path: String) -> Problem {
        Problem(
            .optionValue,
            "\(quoted(path)) needs a pass phrase for the private key in it, and none was given.",
            remedy:
                "Give it with --identity-password-file or in COUNTERSIGN_IDENTITY_PASSWORD; empty text there is an empty "
                + "pass phrase."
        )
    }
}
