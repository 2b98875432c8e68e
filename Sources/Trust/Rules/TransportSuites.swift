import Diagnosis

/// The cipher suites that App Transport Security takes below TLS 1.3, by OpenSSL's names (Apple's archived "Cocoa Keys").
///
/// Suites of TLS 1.3 are not listed there; they are ephemeral and authenticated, and taken.
enum TransportSuites {
    static let ephemeral: Set<String> = [
        "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-SHA384",
        "ECDHE-ECDSA-AES256-SHA", "ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-AES128-SHA",
        "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-SHA384",
        "ECDHE-RSA-AES128-SHA256", "ECDHE-RSA-AES128-SHA",
    ]

    /// Taken as well where NSExceptionRequiresForwardSecrecy is NO.
    static let keyTransport: Set<String> = [
        "AES256-GCM-SHA384", "AES128-GCM-SHA256", "AES256-SHA256", "AES256-SHA", "AES128-SHA256", "AES128-SHA",
    ]

    /// What is wrong with a suite; nil when it is taken.
    static func objection(_ connection: NegotiatedConnection, _ applied: AppliedTransportSecurity, host: String?)
        -> Problem?
    {
        guard connection.version != "1.3" else { return nil }
        let suite = connection.cipherSuite
        if applied.package != .none, !(suite.hasPrefix("ECDHE-") && suite.contains("AES") && suite.contains("-GCM-")) {
            let key =
                applied.entry == nil ? "NSRequiresNIAPTLSPackageVersion" : "NSExceptionRequiresNIAPTLSPackageVersion"
            return .transportSuite(suite, wanted: "ECDHE with AES-GCM", key: "\(key) = \(applied.package.rawValue)")
        }
        let key = applied.place(of: "NSExceptionRequiresForwardSecrecy", host: host)
        if applied.requiresForwardSecrecy, !suite.hasPrefix("ECDHE-") {
            return .forwardSecrecyMissing(suite: suite, isKeyTransport: !suite.hasPrefix("DHE-"), key: key)
        }
        let taken = applied.requiresForwardSecrecy ? ephemeral : ephemeral.union(keyTransport)
        guard !taken.contains(suite) else { return nil }
        return .transportSuite(suite, wanted: "AES with ECDHE, as listed by Apple", key: "no key allows others")
    }
}
