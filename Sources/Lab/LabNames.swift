/// The names that exist inside countersign only (RFC 6761 reserves `.test`; no DNS is asked).
public enum LabNames {
    /// What every name of the lab ends with.
    public static let suffix = ".lab.test"

    /// Whether a host is one of the lab's names; case and one trailing dot do not count.
    public static func contains(_ host: String) -> Bool { !scenarios(of: host).isEmpty }

    /// The scenarios that a host may mean, the longest first: `a.tls-1.0`, `tls-1.0`, `0` for `a.tls-1.0.lab.test`.
    static func scenarios(of host: String) -> [String] {
        var name = host.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        guard name.hasSuffix(suffix) else { return [] }
        let labels = name.dropLast(suffix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard !labels.contains("") else { return [] }
        return labels.indices.map { labels[$0...].joined(separator: ".") }
    }
}
