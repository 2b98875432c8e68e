extension Problem {
    /// Something without TLS in a page that has it.
    ///
    /// - Parameters:
    ///   - kind: what it is for: `script`.
    ///   - isLoaded: whether it is loaded all the same, as pictures are.
    public static func mixedContent(kind: String, url: String, isLoaded: Bool) -> Problem {
        Problem(
            .pageMixedContent,
            "Mixed content: the page came over TLS and needs \(article(kind)) without it, \(url); "
                + (isLoaded
                    ? "anybody on the way can change it, and it is loaded all the same."
                    : "it could change the whole page, so it is not asked for."),
            remedy: "Name it by https."
        )
    }

    /// A relative address in a string.
    public static func pageNoBase(address: String) -> Problem {
        Problem(
            .pageNoBase,
            "\(address) is lost: the body is shown as a string without a base URL, so a relative address leads nowhere.",
            remedy: "Give the base URL, or load the page itself."
        )
    }

    /// An app that answers for a probe alone.
    ///
    /// - Parameter flow: the flow's id.
    public static func pageUnchecked(flow: String) -> Problem {
        Problem(
            .pageUnchecked,
            "The app answered for its probe, any response set its flag for every host (\(flow)), and from then on the view "
                + "loads everything with its own checks alone: nobody asks the app about this page or any other host.",
            remedy: "Answer each challenge of the view, for each host (\(flow)r)."
        )
    }

    /// A probe that failed.
    ///
    /// - Parameter reason: why, a sentence.
    public static func pageStaysBlank(reason: String) -> Problem {
        Problem(
            .pageBlank,
            "The probe got no response, there is no handler for that, and the page stays blank. \(reason)",
            remedy: "Handle the failure and show it."
        )
    }

    /// The same challenge of one server, refused again and again.
    public static func pageChallengeRepeated(host: String, refusals: Int) -> Problem {
        Problem(
            .challengeRepeated,
            "The same challenge of \(host) came \(refusals) times and was refused \(refusals) times, which is the limit: "
                + "nothing is kept of a refused handshake, so everything that the page needs from there would raise it again.",
            remedy: "Answer it for that host, or leave the host out of the page."
        )
    }

    /// A name in a page that is no address to ask.
    ///
    /// - Parameter fault: a sentence.
    public static func pageAddress(_ fault: String) -> Problem { Problem(.pageLeftOut, fault) }

    /// A limit of page loads.
    ///
    /// - Parameter reason: a clause: `the page needs more than 200 resources`.
    public static func pageLimit(_ reason: String) -> Problem { Problem(.pageLeftOut, "Not asked for: \(reason).") }

    private static func article(_ kind: String) -> String {
        (kind.first.map("aeiou".contains) == true ? "an " : "a ") + kind
    }
}
