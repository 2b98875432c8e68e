import Diagnosis
import Foundation

/// A provisioning profile for apps: a property list inside a signed message.
struct ProvisioningProfile {
    private let team: String?
    private let application: String?
    private let devices: Int?
    private let signers: [String]
    private let ends: Date?

    /// Nil when the message holds something else.
    init?(_ bytes: [UInt8]) {
        guard let content = Self.signedContent(bytes), content.count <= 8 << 20,
            String(decoding: content.prefix(512), as: UTF8.self).contains("<plist"),
            let list = try? PropertyListSerialization.propertyList(from: Data(content), format: nil) as? [String: Any],
            list["DeveloperCertificates"] != nil || list["TeamIdentifier"] != nil || list["ProvisionedDevices"] != nil
        else { return nil }
        let identifiers = list["TeamIdentifier"] as? [String] ?? []
        team = [list["TeamName"] as? String, identifiers.first].compactMap(\.self).joined(separator: " ")
        let entitlements = list["Entitlements"] as? [String: Any]
        application =
            (entitlements?["application-identifier"] ?? entitlements?["com.apple.application-identifier"]) as? String
        devices = (list["ProvisionedDevices"] as? [Any])?.count
        signers = (list["DeveloperCertificates"] as? [Data] ?? []).map { data in
            CertificateCache.shared.presented(der: [UInt8](data)).certificate?.subject.shortText ?? "?"
        }
        ends = list["ExpirationDate"] as? Date
    }

    func problem(name: String) -> Problem {
        .fileIsMobileProvision(
            name: name,
            team: team.flatMap { $0.isEmpty ? nil : $0 },
            application: application,
            devices: devices,
            signers: signers,
            ends: ends
        )
    }

    /// What a signed message carries (RFC 5652 §5.1).
    private static func signedContent(_ bytes: [UInt8]) -> [UInt8]? {
        guard let message = DERItem(bytes)?.children, message.count == 2,
            let signed = message[1].children.first?.children, signed.count >= 3,
            let content = signed[2].children.dropFirst().first?.children.first
        else { return nil }
        return content.octets
    }
}
