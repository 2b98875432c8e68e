import Diagnosis
import Foundation

/// Reads a client from a policy file: a preset or flow to begin with, and every setting that differs from it.
///
/// The file has the keys of `ClientProfile`; what people write in a word (a flow, the name that is checked, a pin's file)
/// is brought into the form that the type reads, then laid over the form of the preset.
struct ClientProfileReader {
    let bundle: BundleSnapshot
    let place: (String) -> String
    let load: (String) -> FileSnapshot
    private(set) var remarks: [Problem] = []

    init(
        bundle: BundleSnapshot,
        place: @escaping (String) -> String,
        load: @escaping (String) -> FileSnapshot
    ) {
        self.bundle = bundle
        self.place = place
        self.load = load
    }

    /// - Throws: `config.key`, `pin.format`, `option.unknown`, `file.…` codes.
    mutating func profile(_ value: JSON5Value, name: String) throws(Problem) -> ClientProfile {
        let members = try value.members()
        let base = try base(members, name: name)
        guard let form = ClientProfileForm.value(base, file: value.position.file) else {
            throw .configFault(at: value.position, key: "preset", fault: "it cannot be written as a file")
        }
        var changes: [JSON5Member] = []
        for member in members where member.key != "preset" {
            changes.append(JSON5Member(key: member.key, keyPosition: member.keyPosition, value: try coded(member)))
        }
        let whole = Self.withTransportSecurity(form, changes).overlaid(
            with: JSON5Value(.object(changes), position: value.position, path: "")
        ) { below, above in
            switch below.path {
            case "flow", "nameChecked", "identity": true
            case "policy": above.text(of: "kind") != nil && above.text(of: "kind") != below.text(of: "kind")
            default: false
            }
        }
        let profile = try whole.decode(ClientProfile.self)
        try check(profile, members, value)
        remarks += profile.transportSecurity?.keys?.remarks ?? []
        return profile
    }

    /// The form with transport security as it is by default, where the file changes some of it and the preset has none.
    private static func withTransportSecurity(_ form: JSON5Value, _ changes: [JSON5Member]) -> JSON5Value {
        let key = "transportSecurity"
        guard form.member(of: key) == nil, case .object(let members) = form.content,
            case .object? = changes.first(where: { $0.key == key })?.value.content
        else { return form }
        var profile = ClientProfile()
        profile.transportSecurity = TransportSecurity()
        guard let value = ClientProfileForm.value(profile, file: form.position.file)?.member(of: key) else {
            return form
        }
        return form.with(.object(members + [JSON5Member(key: key, keyPosition: value.position, value: value)]))
    }

    private func base(_ members: [JSON5Member], name: String) throws(Problem) -> ClientProfile {
        var base = ClientProfile()
        if let preset = members.first(where: { $0.key == "preset" })?.value {
            base = try named(preset, kind: "preset", among: Presets.all)
        } else if let flow = members.first(where: { $0.key == "flow" })?.value, flow.content != .null {
            base = try named(flow, kind: "flow", among: Presets.all.filter { $0.flow != nil })
        }
        base.name = name
        return base
    }

    private func named(_ value: JSON5Value, kind: String, among presets: [Preset]) throws(Problem) -> ClientProfile {
        let text = try value.string()
        guard let preset = presets.first(where: { $0.name.lowercased() == text.lowercased() }) else {
            let nearest = NearestName.to(text, among: presets.map(\.name))
            throw .configValue(
                at: value.position,
                key: value.path,
                found: "\"\(Problem.shortened(text))\"",
                wanted: "the name of a \(kind)",
                nearest: nearest
            )
        }
        return preset.profile(bundle: bundle)
    }

    /// What the types cannot say by themselves.
    private func check(_ profile: ClientProfile, _ members: [JSON5Member], _ root: JSON5Value) throws(Problem) {
        func place(_ key: String) -> JSON5Position { members.first { $0.key == key }?.value.position ?? root.position }
        let versions = ["1.0", "1.1", "1.2", "1.3"]
        for (key, version) in [("minimumTLS", profile.minimumTLS), ("maximumTLS", profile.maximumTLS)]
        where !versions.contains(version) {
            throw .configValue(
                at: place(key),
                key: key,
                found: "\"\(Problem.shortened(version))\"",
                wanted: "one of \(versions.joined(separator: ", "))",
                nearest: NearestName.to(version, among: versions)
            )
        }
        guard profile.minimumTLS <= profile.maximumTLS else {
            throw .configFault(at: place("minimumTLS"), key: "minimumTLS", fault: "it is above maximumTLS")
        }
        guard (0...5).contains(profile.securityLevel) else {
            throw .configValue(
                at: place("securityLevel"),
                key: "securityLevel",
                found: "\(profile.securityLevel)",
                wanted: "a whole number from 0 to 5"
            )
        }
        if let flow = profile.flow, Flow.named(flow) == nil {
            throw .configFault(at: place("flow"), key: "flow", fault: "there is no flow \(flow)")
        }
        if let security = profile.transportSecurity, !versions.contains(security.minimumVersion) {
            throw .configFault(
                at: place("transportSecurity"),
                key: "transportSecurity.minimumVersion",
                fault: "it is one of \(versions.joined(separator: ", "))"
            )
        }
    }
}

extension ClientProfileReader {
    /// A setting as the file has it, in the form that the type reads.
    private mutating func coded(_ member: JSON5Member) throws(Problem) -> JSON5Value {
        let value = member.value
        switch (member.key, value.content) {
        case ("flow", .string(let text)):
            let reference = Flow.named(text)?.reference ?? FlowReference(text)
            return value.with(
                .object([
                    value.member("identifier", .string(reference.identifier)),
                    value.member("repaired", .boolean(reference.repaired)),
                ])
            )
        case ("nameChecked", .string(let text)):
            switch text {
            case ClientProfileForm.urlHost: return value.with(.object([value.member("urlHost", .object([]))]))
            case ClientProfileForm.off: return value.with(.object([value.member("off", .object([]))]))
            default: return value.with(.object([value.member("other", text: text)]))
            }
        case ("identity", .string(let text)):
            switch text {
            case "none", "ask": return value.with(.object([value.member(text, .object([]))]))
            default: return value.with(.object([value.member("file", text: path(text))]))
            }
        case ("transportSecurity", .string): return try transportSecurity(value)
        case ("anchors", .object(let members)): return value.with(.object(try anchors(members)))
        case ("policy", .object): return try pinFiles(value)
        default: return value
        }
    }

    private func transportSecurity(_ value: JSON5Value) throws(Problem) -> JSON5Value {
        switch try value.string() {
        case "off": return value.with(.null)
        case "on": return value.with(.object([value.member("hasException", .boolean(false))]))
        case "exception": return value.with(.object([value.member("hasException", .boolean(true))]))
        case let text:
            throw .configValue(
                at: value.position,
                key: value.path,
                found: "\"\(Problem.shortened(text))\"",
                wanted: "off, on, exception or an object",
                nearest: NearestName.to(text, among: ["off", "on", "exception"])
            )
        }
    }

    /// A name without a slash is a file of the bundle; a path is taken from the policy file's folder.
    private func path(_ text: String) -> String { text.contains("/") ? place(text) : text }

    private func anchors(_ members: [JSON5Member]) throws(Problem) -> [JSON5Member] {
        var result: [JSON5Member] = []
        for member in members {
            guard case .array(let values) = member.value.content else {
                result.append(member)
                continue
            }
            var paths: [JSON5Value] = []
            for value in values { paths.append(value.with(.string(path(try value.string())))) }
            result.append(
                JSON5Member(key: member.key, keyPosition: member.keyPosition, value: member.value.with(.array(paths)))
            )
        }
        return result
    }

    private static let lists: Set<String> = ["pinnedCertificates", "certificates", "keys"]

    /// The policy with the files of its pins and certificates read: every kind has them in lists of these names.
    private mutating func pinFiles(_ value: JSON5Value) throws(Problem) -> JSON5Value {
        switch value.content {
        case .object(let members):
            var result: [JSON5Member] = []
            for member in members {
                var changed = try pinFiles(member.value)
                if Self.lists.contains(member.key), case .array(let values) = member.value.content {
                    changed = member.value.with(.array(try pins(values)))
                }
                result.append(JSON5Member(key: member.key, keyPosition: member.keyPosition, value: changed))
            }
            return value.with(.object(result))
        case .array(let values):
            var result: [JSON5Value] = []
            for value in values { result.append(try pinFiles(value)) }
            return value.with(.array(result))
        default: return value
        }
    }

    private mutating func pins(_ values: [JSON5Value]) throws(Problem) -> [JSON5Value] {
        var result: [JSON5Value] = []
        for value in values {
            let text = try value.string()
            if text.contains("-----BEGIN") {
                result.append(value)
            } else if text.hasPrefix(ClientProfileForm.bytesPrefix) {
                let base64 = String(text.dropFirst(ClientProfileForm.bytesPrefix.count))
                guard Data(base64Encoded: base64) != nil else {
                    throw .configFault(at: value.position, key: value.path, fault: "it is no base64")
                }
                result.append(value.with(.string(base64)))
            } else {
                result += try pin(text, value)
            }
        }
        return result
    }

    private mutating func pin(_ text: String, _ value: JSON5Value) throws(Problem) -> [JSON5Value] {
        do throws(Problem) {
            switch try Pin.parse(text) {
            case .publicKey: return [value]
            case .file(let name):
                let file = CertificateFile(load(place(name)), as: .pin)
                if let problem = file.problem { throw problem }
                remarks += file.remarks
                return file.certificates.map { value.with(.string($0.pem)) }
                    + file.publicKeys.map { value.with(.string($0.sha256.pin)) }
            }
        } catch {
            // The same fault, with its place.
            let place = Problem.configFault(at: value.position, key: value.path, fault: "see there")
            throw Problem(
                error.code,
                place.sentence.replacingOccurrences(of: "see there.", with: error.sentence),
                remedy: error.remedy
            )
        }
    }
}
