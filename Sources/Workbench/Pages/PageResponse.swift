import Events
import RequestEngine

/// A response to one of a page's requests.
struct PageResponse {
    let number: Int
    /// The address at the end of all redirects.
    let url: RequestURL
    let status: Int
    let contentType: String
    /// Where its header sends the view by itself.
    let refresh: PageRefresh?
    let body: [UInt8]

    /// nil where no head of a response came.
    init?(_ fired: Bench.Fired, _ events: [Event]) {
        guard let result = fired.exchange.result, let head = result.response else { return nil }
        number = fired.number
        var address = fired.exchange.request.url
        for event in events {
            if case .requestRedirected(let facts) = event.kind, let next = try? RequestURL(facts.location) {
                address = next
            }
        }
        url = address
        status = head.status
        func field(_ name: String) -> String? { head.headers.last { $0.name.lowercased() == name }?.value }
        contentType = field("content-type") ?? ""
        refresh = field("refresh").flatMap { PageRefresh($0) }
        body = result.body
    }

    var isSuccess: Bool { (200...299).contains(status) }

    /// Whether it is a document that names others; a view takes what has no type for one.
    var isHTML: Bool {
        let type = contentType.prefix { $0 != ";" }.lowercased()
        return type.isEmpty || type.contains("html")
    }

    /// The character set that the response names.
    var charset: String? {
        for part in contentType.split(separator: ";").dropFirst() {
            let words = part.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace && $0 != "\"" } }
            if words.count == 2, words[0].lowercased() == "charset", words[1].utf8.count < 64 { return words[1] }
        }
        return nil
    }
}
