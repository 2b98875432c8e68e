// What stands between a PKCS#12 container and the identity in it. `name` is the file's name.

extension Problem {
    /// What makes a pass phrase that does not fit look like one that was meant to.
    public enum PassPhraseHint: Hashable, Sendable {
        /// It begins or ends with a blank; `fitsWithout` when the MAC verifies without them.
        case blanksAtItsEnds(fitsWithout: Bool)
        /// The container opens with the empty pass phrase.
        case emptyOpens
    }

    /// The MAC does not verify with the pass phrase that was given.
    public static func p12MacMismatch(name: String, hint: PassPhraseHint? = nil) -> Problem {
        let advice =
            switch hint {
            case .blanksAtItsEnds(true): " The pass phrase begins or ends with a blank; without it the MAC verifies."
            case .blanksAtItsEnds(false): " The pass phrase begins or ends with a blank: is that meant?"
            case .emptyOpens: " With the empty pass phrase the MAC verifies."
            case nil: ""
            }
        return Problem(
            .p12MacMismatch,
            "The MAC of \(quoted(name)) does not verify with this pass phrase: the pass phrase is wrong, or the file was "
                + "altered; the two cannot be told apart.\(advice)",
            remedy: hint == .emptyOpens ? "Give an empty pass phrase, or none." : "Give the right pass phrase."
        )
    }

    /// No pass phrase, or an empty one, was given, and the MAC verifies with neither form of the empty one.
    public static func p12NeedsPassPhrase(name: String, wasGiven: Bool) -> Problem {
        Problem(
            .p12MacMismatch,
            (wasGiven ? "An empty pass phrase was given for " : "No pass phrase was given for ") + quoted(name)
                + ", and its MAC verifies with neither form of the empty one (two zero bytes, nothing): it has another pass "
                + "phrase, or the file was altered; the two cannot be told apart.",
            remedy: "Give its pass phrase."
        )
    }

    /// There is no MAC; `command` exports the identity again with one.
    public static func p12NoMac(name: String, command: String) -> Problem {
        Problem(
            .p12NoMac,
            "\(quoted(name)) has no MAC: nothing protects its content against change, and nothing tells a wrong pass phrase "
                + "from damage.",
            remedy: "Export it again with a MAC: \(command)"
        )
    }

    /// Decryption needs algorithms of OpenSSL's legacy provider, which is off.
    ///
    /// - Parameter isRight: whether the pass phrase is known to be right, because the MAC verified.
    public static func p12LegacyCipher(name: String, algorithms: [String], isRight: Bool) -> Problem {
        Problem(
            .p12LegacyCipher,
            "\(quoted(name)) is encrypted with \(list(algorithms)), which OpenSSL 3 keeps in its legacy provider, and that is "
                + "not loaded."
                + (isRight ? " The pass phrase is right: the MAC verifies with it." : ""),
            remedy: "Allow it with --legacy-provider auto, or export the identity again with AES: "
                + FileCommand(name).container(reading: " -legacy")
        )
    }

    /// The legacy provider is wanted and cannot be loaded.
    ///
    /// - Parameters:
    ///   - folder: where it was looked for.
    ///   - algorithms: what needs it; empty when it was asked for beforehand.
    public static func p12LegacyProviderMissing(name: String, folder: String, algorithms: [String]) -> Problem {
        let need = algorithms.isEmpty ? "was asked for" : "is needed for \(list(algorithms)) in \(quoted(name))"
        return Problem(
            .p12LegacyProviderMissing,
            "OpenSSL's legacy provider \(need), and the module cannot be loaded: there is no usable legacy.so in "
                + "\(quoted(folder)).",
            remedy:
                "Install the module (it belongs to the package of OpenSSL's library; OPENSSL_MODULES names its folder), "
                + "or export the identity again with AES."
        )
    }

    /// Decryption failed, and no MAC can say why.
    ///
    /// - Parameter part: what did not decrypt: `the certificates`.
    public static func p12DecryptFailed(name: String, part: String, wasGiven: Bool) -> Problem {
        Problem(
            .p12DecryptFailed,
            "\(quoted(name)) has no MAC, and \(part) in it did not decrypt "
                + (wasGiven
                    ? "with this pass phrase, so probably it is the wrong one."
                    : "with the empty pass phrase, and no other was given."),
            remedy: wasGiven ? "Give the right pass phrase." : "Give its pass phrase."
        )
    }

    /// The MAC verifies and a part is encrypted with something that this OpenSSL does not have at all.
    public static func p12UnknownCipher(name: String, algorithms: [String], isRight: Bool) -> Problem {
        Problem(
            .p12DecryptFailed,
            "\(quoted(name)) is encrypted with \(list(algorithms)), which this OpenSSL does not have."
                + (isRight ? " The pass phrase is right: the MAC verifies with it." : ""),
            remedy: "Export the identity again with AES, with the program that wrote the file."
        )
    }

    /// The MAC verifies and a part does not decrypt with the same pass phrase, in none of the forms tried.
    public static func p12PartDoesNotDecrypt(name: String, part: String, forms: [String]) -> Problem {
        Problem(
            forms.count > 1 ? .p12PasswordEncoding : .p12DecryptFailed,
            "The MAC of \(quoted(name)) verifies, so the pass phrase is right, but \(part) in it did not decrypt with it"
                + (forms.count > 1
                    ? ", in none of the forms tried: \(list(forms))." : "; it was encrypted with another one."),
            remedy: "Export the identity again with one pass phrase of ASCII characters."
        )
    }

    /// The store opens and the private key needs a pass phrase of its own.
    ///
    /// - Parameter wasGiven: whether a separate one was given and did not fit.
    public static func p12KeyPassword(name: String, subjects: [String], wasGiven: Bool) -> Problem {
        Problem(
            .p12KeyPassword,
            "\(quoted(name)) opens and holds \(counted(subjects.count, "certificate"))"
                + (subjects.isEmpty ? "" : " (\(list(subjects)))")
                + "; only the private key is encrypted with a pass phrase of its own"
                + (wasGiven ? ", and the one given for it does not fit." : "."),
            remedy: "Give the key's pass phrase in COUNTERSIGN_IDENTITY_KEY_PASSWORD."
        )
    }

    /// It opens with another byte form of the same pass phrase than the standard's.
    ///
    /// - Parameters:
    ///   - mac: the form that matched for the MAC; nil where there is none.
    ///   - parts: the forms that matched for the encrypted parts.
    ///   - tried: all forms that were tried.
    public static func p12PasswordEncoding(name: String, mac: String?, parts: [String], tried: [String]) -> Problem {
        var matched: [String] = []
        if let mac { matched.append("the MAC verifies with \(mac)") }
        if !parts.isEmpty { matched.append("the contents decrypt with \(list(parts))") }
        return Problem(
            .p12PasswordEncoding,
            "\(quoted(name)) was written with another byte form of the same pass phrase: \(matched.joined(separator: ", ")). "
                + "Tried: \(list(tried)).",
            remedy:
                "Other programs may call the pass phrase wrong. Export it again: \(FileCommand(name).identity(to: "-new.p12"))"
        )
    }

    /// No private key where an identity is wanted.
    public static func p12NoKey(name: String, subjects: [String]) -> Problem {
        let held = subjects.isEmpty ? "nothing" : "\(counted(subjects.count, "certificate")): \(list(subjects))"
        return Problem(
            .p12NoKey,
            "There is no private key in \(quoted(name)); it holds \(held).",
            remedy: "Export the certificate together with its key, or give the key with --identity-key."
        )
    }

    /// Fewer bytes than the outer length announces; nil where an indefinite length has no end.
    public static func p12Truncated(name: String, announced: Int?, present: Int) -> Problem {
        let lack =
            announced.map { "its outer length announces \(counted($0, "byte")), and there are \(present)" }
            ?? "its outer length is indefinite, and after \(counted(present, "byte")) the end marks are missing"
        return Problem(.p12Truncated, "\(quoted(name)) is cut off: \(lack).", remedy: "Fetch the file again.")
    }

    /// Base64 text of a container.
    public static func p12Base64(name: String) -> Problem {
        Problem(
            .p12Base64,
            "\(quoted(name)) is the base64 text of a PKCS#12 container; it was decoded here.",
            remedy:
                "Where the bytes are needed: base64 -di \(FileCommand(name).word) > \(FileCommand(name).beside("-decoded.p12"))"
        )
    }

    /// Something that begins like a container and does not decode.
    public static func p12Malformed(name: String, length: Int, first: [UInt8]) -> Problem {
        Problem(
            .fileUnrecognized,
            "\(quoted(name)) begins like a PKCS#12 container, but its inner structure does not decode: "
                + "\(counted(length, "byte")), the first are \(hex(first)). No pass phrase was tried.",
            remedy: "Fetch or export the file again."
        )
    }

    /// An iteration count so high that no answer would come in time.
    public static func p12Iterations(name: String, count: Int, limit: Int) -> Problem {
        Problem(
            .p12Iterations,
            "\(quoted(name)) asks for \(count) iterations to derive a key; more than \(limit) are not computed here, so no "
                + "pass phrase was tried.",
            remedy: "Export the identity again with fewer iterations (2048 to 600000 are usual)."
        )
    }

    /// It opens here, and not with `SecPKCS12Import`.
    ///
    /// - Parameters:
    ///   - causes: what it does not know: `a MAC of SHA-256`.
    ///   - results: by system: `-25293 (errSecAuthFailed) on iOS 17 and before`.
    ///   - looksWrong: whether one of them is the status of a wrong pass phrase.
    ///   - command: exports it again for all of them.
    public static func p12Apple(
        name: String,
        causes: [String],
        results: [String],
        looksWrong: Bool,
        command: String
    ) -> Problem {
        Problem(
            .p12Apple,
            "\(quoted(name)) opens here, but SecPKCS12Import returns \(list(results)), because of \(list(causes))."
                + (looksWrong ? " That looks like a wrong pass phrase and is none." : ""),
            remedy: "Export it again: \(command)"
        )
    }
}
