import Diagnosis
import Foundation

/// How a client stands in a policy file.
public enum ClientProfileForm {
    static let urlHost = "URL host"
    static let off = "off"
    /// In front of a pin's bytes that are no certificate.
    static let bytesPrefix = "data:;base64,"

    /// The order of a file's keys; what is not named here follows.
    private static let order = [
        "name", "flow", "policy", "rules", "securityLevel", "allowsPartialChain", "anchors", "nameChecked",
        "transportSecurity", "minimumTLS", "maximumTLS", "whenTrusted", "whenRefused", "identity", "whenIdentityFits",
        "whenNoIdentity", "sends", "answersKept",
    ]

    /// A policy file that reads back equal.
    ///
    /// Every setting is written, so that the file says what the client is, not how it differs from a preset of some
    /// version.
    public static func text(_ profile: ClientProfile) -> String {
        guard let value = value(profile, file: profile.name), case .object(let members) = value.content else {
            return ""
        }
        let written = (members + absent(profile, members, value)).map {
            JSON5Member(key: $0.key, keyPosition: $0.keyPosition, value: readable($0))
        }
        let sorted = written.sorted { place($0.key) < place($1.key) }
        let body = JSON5Writer.text(JSON5Value(.object(sorted), position: value.position, path: ""))
        return "// A client of countersign, for --policy. A file without a slash is one of the app's bundle;\n"
            + "// a path is taken from this file's folder.\n\(body)\n"
    }

    /// What the client's flow has and the client has not: without a word it would come back when the file is read.
    private static func absent(_ profile: ClientProfile, _ members: [JSON5Member], _ value: JSON5Value)
        -> [JSON5Member]
    {
        guard let reference = profile.flow, let preset = Presets.named(reference.description),
            case .object(let base)? = Self.value(preset.profile, file: profile.name)?.content
        else { return [] }
        return base.filter { member in !members.contains { $0.key == member.key } }.map { value.member($0.key, .null) }
    }

    private static func place(_ key: String) -> Int { order.firstIndex(of: key) ?? order.count }

    /// A client as its type writes it; nil when it cannot be written.
    static func value(_ profile: ClientProfile, file: String) -> JSON5Value? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(profile) else { return nil }
        return try? JSON5Value(parsing: [UInt8](data), file: file)
    }

    /// A setting as people write it.
    private static func readable(_ member: JSON5Member) -> JSON5Value {
        let value = member.value
        switch member.key {
        case "flow":
            guard let identifier = value.text(of: "identifier") else { return value }
            let isRepaired = value.member(of: "repaired")?.content == .boolean(true)
            return value.with(.string(identifier + (isRepaired ? "r" : "")))
        case "nameChecked":
            if value.member(of: "urlHost") != nil { return value.with(.string(urlHost)) }
            if value.member(of: "off") != nil { return value.with(.string(off)) }
            // A name that reads like one of the two words stays in its long form.
            guard let name = value.member(of: "other")?.text(of: "_0"), name != off, name != urlHost else {
                return value
            }
            return value.with(.string(name))
        case "identity":
            for word in ["none", "ask"] where value.member(of: word) != nil { return value.with(.string(word)) }
            guard let file = value.member(of: "file")?.text(of: "_0"), file != "none", file != "ask" else {
                return value
            }
            return value.with(.string(file))
        case "transportSecurity" where value.content == .null: return value.with(.string(off))
        case "policy": return pins(value)
        default: return value
        }
    }

    /// Pins that are bytes and no certificate are told from files by their prefix.
    private static func pins(_ value: JSON5Value) -> JSON5Value {
        guard case .object(let members) = value.content else { return value }
        let changed = members.map { member -> JSON5Member in
            guard member.key == "pinnedCertificates", case .array(let values) = member.value.content else {
                return member
            }
            let written = values.map { pin -> JSON5Value in
                guard case .string(let text) = pin.content, !text.contains("-----BEGIN"),
                    !text.hasPrefix("sha256//")
                else { return pin }
                return pin.with(.string(bytesPrefix + text))
            }
            return JSON5Member(
                key: member.key,
                keyPosition: member.keyPosition,
                value: member.value.with(.array(written))
            )
        }
        return value.with(.object(changed))
    }
}

extension JSON5Value {
    /// Another content in the same place.
    func with(_ content: Content) -> JSON5Value { JSON5Value(content, position: position, path: path) }

    /// A member in the place of this value.
    func member(_ key: String, _ content: Content) -> JSON5Member {
        JSON5Member(key: key, keyPosition: position, value: with(content))
    }

    /// A member whose value is an enumeration's one text.
    func member(_ key: String, text: String) -> JSON5Member {
        member(key, .object([member("_0", .string(text))]))
    }

    /// The value of a key; nil where there is none.
    func member(of key: String) -> JSON5Value? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The text of a key; nil where there is none.
    func text(of key: String) -> String? {
        guard case .string(let text)? = member(of: key)?.content else { return nil }
        return text
    }

    /// This value with another laid over it: objects key by key, everything else as a whole.
    ///
    /// - Parameter replacing: whether an object takes the place of the one below, rather than being laid over it.
    func overlaid(with top: JSON5Value, replacing: (JSON5Value, JSON5Value) -> Bool) -> JSON5Value {
        guard case .object(let below) = content, case .object(let above) = top.content, !replacing(self, top) else {
            return top
        }
        var members = below.filter { member in !above.contains { $0.key == member.key } }
        for member in above {
            let value = below.first { $0.key == member.key }?.value
                .overlaid(with: member.value, replacing: replacing)
            members.append(
                JSON5Member(key: member.key, keyPosition: member.keyPosition, value: value ?? member.value)
            )
        }
        return top.with(.object(members))
    }
}
