extension Problem {
    /// A text in which nothing is known.
    ///
    /// - Parameter known: the names that are.
    public static func nothingToExplain(_ text: String, known: some Sequence<String>) -> Problem {
        let nearest = NearestName.to(text, among: known).map { "Did you mean \($0)? " } ?? ""
        return Problem(
            .optionValue,
            "Nothing in \(quoted(text)) is a number or a name that is known here.",
            remedy: nearest + "Give a number (-1202), a constant's name, or the whole console line."
        )
    }
}
