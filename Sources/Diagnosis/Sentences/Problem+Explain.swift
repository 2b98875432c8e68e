extension Problem {
    /// A text in which nothing is known.
    public static func nothingToExplain(_ text: String) -> Problem {
        Problem(
            .optionValue,
            "Nothing in \(quoted(text)) is a number or a name that is known here.",
            remedy: "Give a number (-1202), a constant's name, or the whole console line."
        )
    }
}
