// Sentences about a client's own code.

extension Problem {
    /// A flow that gave no answer.
    public static func flowWithoutAnswer(step: String, crash: String?, file: Problem?) -> Problem {
        let cause = file.map { " \($0.sentence)" } ?? ""
        if let crash {
            return Problem(
                file?.code ?? .challengeNeverAnswered,
                "The app crashes at \"\(step)\": \(crash).\(cause)",
                remedy: file?.remedy ?? "Check the certificate before it is put into an array."
            )
        }
        return Problem(
            .challengeNeverAnswered,
            "The challenge is never answered: \(step).\(cause) The real client would hang until its time-out.",
            remedy: "Give one answer on every path."
        )
    }

    /// A file that a flow reads and that the bundle does not have.
    public static func bundleFileMissing(name: String) -> Problem {
        Problem(.fileMissing, "The bundle has no file \(quoted(name)).", remedy: "Put it into the bundle.")
    }
}
