/// What a page needs something for.
public enum PageResourceKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The request that an app sends in the place of the page's own, to answer its challenges by itself.
    case probe
    /// The page itself.
    case page
    /// A document inside of it.
    case frame
    /// A document that takes its place by itself.
    case refresh
    /// A style sheet.
    case style
    /// A script.
    case script
    /// A request of a script.
    case request
    /// A font of a style sheet.
    case font
    /// A picture.
    case image
    /// Sound, film, or text to them.
    case media

    /// Whether it could change the page, or read it: what a view does not load without TLS into a page that has it.
    var isActive: Bool {
        switch self {
        case .probe, .page, .image, .media: false
        case .frame, .refresh, .style, .script, .request, .font: true
        }
    }
}

/// A mention of something that a page needs.
struct PageReference: Hashable, Sendable {
    var kind: PageResourceKind
    /// The address as it is written.
    var address: String
}
