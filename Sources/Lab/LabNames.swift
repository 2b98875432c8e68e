/// The names that exist inside countersign only (RFC 6761 reserves `.test`; no DNS is asked).
public enum LabNames {
    /// What every name of the lab ends with.
    public static let suffix = ".lab.test"

    /// Whether a host is one of the lab's names; case and one trailing dot do not count.
    public static func contains(_ host: String) -> Bool { scenario(of: host) != nil }

    /// The scenario's name in a host: the label before `.lab.test`, whatever stands before it (`www.good.lab.test`).
    static func scenario(of host: String) -> String? {
        var name = host.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        guard name.hasSuffix(suffix) else { return nil }
        let label = name.dropLast(suffix.count).split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        return label.isEmpty ? nil : String(label)
    }
}
