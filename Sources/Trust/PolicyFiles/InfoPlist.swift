import Diagnosis

/// What an app's Info.plist says about trust.
public struct InfoPlist: Sendable {
    /// NSAppTransportSecurity, NSPinnedDomains in it; without any key the defaults hold.
    public let transportSecurity: TransportSecurityKeys
    /// TSKConfiguration; nil without it.
    public let trustKit: TrustKitPolicy?
    /// Keys that are there and not in force, each as a problem that stops nothing.
    public let remarks: [Problem]

    /// Reads a property list, XML or binary.
    ///
    /// - Parameter file: its name, for messages.
    /// - Throws: `config.syntax`; `config.key` for a key whose value the system could not use.
    public init(_ bytes: [UInt8], file: String) throws(Problem) {
        try self.init(try PropertyList.value(bytes, file: file))
    }

    init(_ root: JSON5Value) throws(Problem) {
        var remarks: [Problem] = []
        var keys = TransportSecurityKeys()
        var trustKit: TrustKitPolicy?
        for member in try root.members() {
            switch member.key {
            case "NSAppTransportSecurity": keys = try TransportSecurityReader.keys(member.value, &remarks)
            case "TSKConfiguration":
                trustKit = try TrustKitReader(isPropertyList: true).policy(member.value, &remarks)
            case "NSPinnedDomains", "NSExceptionDomains", "NSAllowsArbitraryLoads":
                remarks.append(
                    .configFault(
                        at: member.keyPosition,
                        key: member.key,
                        fault: "it has no effect outside NSAppTransportSecurity"
                    )
                )
            default:
                let known = ["NSAppTransportSecurity", "TSKConfiguration"]
                if let nearest = NearestName.to(member.key, among: known) {
                    remarks.append(.keyWithoutEffect(member, nearest: nearest))
                }
            }
        }
        transportSecurity = keys
        self.trustKit = trustKit
        self.remarks = remarks + keys.remarks
    }
}

extension Problem {
    /// A key that nobody reads: a remark, because an app with it runs.
    static func keyWithoutEffect(_ member: JSON5Member, nearest: String?) -> Problem {
        Problem(
            .configKey,
            "\(place(member.keyPosition)): there is no key \(quoted(member.key)) here, so it has no effect.",
            remedy: nearest.map { "Did you mean \($0)?" }
        )
    }
}
