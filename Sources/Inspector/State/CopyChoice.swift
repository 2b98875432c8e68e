/// Something that `y` offers to copy.
struct CopyChoice: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case text(String)
        /// The selected request as Markdown, made by the back end.
        case report
    }

    /// The key that takes it; the first choice is taken by `enter`, too.
    var key: Character
    /// What it is, in a word or two.
    var label: String
    var content: Content
}
