extension Problem {
    /// No answer within the limit.
    ///
    /// - Parameters:
    ///   - limit: the limit in words: `30 s`.
    ///   - answer: the safe answer in one word: `cancel`.
    public static func challengeTimedOut(limit: String, answer: String) -> Problem {
        Problem(
            .challengeTimeout,
            "Nobody answered within \(limit), so the safe answer \(answer) was given.",
            remedy: "Answer in time, or stop the clock."
        )
    }

    /// The same question again and again.
    ///
    /// - Parameter failures: how many tries failed.
    public static func challengeRepeated(failures: Int) -> Problem {
        Problem(
            .challengeRepeated,
            "The same question came again after \(failures) failed tries, which is the limit: the response stands as it is.",
            remedy: "Give another user and password."
        )
    }

    /// A responder that went away without an answer.
    public static func challengeNeverAnswered(canWait: Bool) -> Problem {
        Problem(
            .challengeNeverAnswered,
            "The responder went away without an answer: the real client would hang until its request's time-out"
                + (canWait ? ", and so does this request." : "; this libcurl cannot wait, so the request ends here."),
            remedy: "Give one answer on every path."
        )
    }

    /// A challenge that the delegate's filter kept away.
    public static func challengeFiltered(method: String) -> Problem {
        Problem(
            .challengeFiltered,
            "canAuthenticateAgainstProtectionSpace said NO to the challenge for \(method): the delegate was not asked, and the "
                + "loader went on by itself, with default handling.",
            remedy: "Let the filter say YES to what the delegate can answer."
        )
    }

    /// A libcurl that cannot suspend a handshake.
    public static func holdUnsupported(version: String, reason: String) -> Problem {
        Problem(
            .holdUnsupported,
            "This libcurl (\(version)) cannot suspend a handshake (\(reason)); policies go on answering.",
            remedy: "Connect again with the answer remembered."
        )
    }

    /// A peer that hung up while its challenge was held.
    ///
    /// - Parameters:
    ///   - held: how long it was held, in words.
    ///   - flooded: Whether it sent too much instead.
    public static func serverLeftWhileHeld(held: String, flooded: Bool, received: UInt64) -> Problem {
        Problem(
            .wireEofInHandshake,
            flooded
                ? "The server sent more than a megabyte while its challenge was held for \(held), and was cut off."
                : "The server hung up while its challenge was held for \(held); \(received) bytes had come.",
            remedy: "Connect again with the answer remembered."
        )
    }
}
