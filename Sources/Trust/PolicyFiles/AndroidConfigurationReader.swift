import Diagnosis

/// Reads an Android `network_security_config.xml`; what has no counterpart here is listed, never dropped in silence.
struct AndroidConfigurationReader {
    let file: String
    /// A file that the configuration names, by its path from the configuration's folder.
    let load: (String) -> FileSnapshot
    private(set) var remarks: [Problem] = []

    init(file: String, load: @escaping (String) -> FileSnapshot) {
        self.file = file
        self.load = load
    }

    /// - Throws: `config.syntax`, `config.key`, `pin.format`, and `file.…` codes for anchors that cannot be read.
    mutating func policy(_ root: XMLElement) throws(Problem) -> AndroidNetworkPolicy {
        guard root.name == "network-security-config" else {
            throw .configSyntax(
                at: place(root),
                expected: "<network-security-config>",
                found: "<\(Problem.shortened(root.name))>"
            )
        }
        var policy = AndroidNetworkPolicy()
        if let base = try one("base-config", in: root) {
            policy.base = try configuration(base, inherited: policy.base)
        }
        for child in root.children {
            switch child.name {
            case "base-config": break
            case "domain-config": try domains(child, inherited: policy.base, into: &policy)
            case "debug-overrides":
                remarks.append(
                    .configFault(
                        at: place(child),
                        key: "debug-overrides",
                        fault: "it counts in builds for debugging alone, and is left out here"
                    )
                )
            default: throw unknown(child, known: ["base-config", "domain-config", "debug-overrides"])
            }
        }
        return policy
    }

    private mutating func domains(
        _ element: XMLElement,
        inherited: AndroidNetworkPolicy.Configuration,
        into policy: inout AndroidNetworkPolicy
    ) throws(Problem) {
        let configuration = try configuration(element, inherited: inherited)
        var names: [AndroidNetworkPolicy.DomainConfiguration.Name] = []
        for child in element.children where child.name == "domain" { names.append(try name(child)) }
        guard !names.isEmpty else {
            throw .configMissingKey(at: place(element), key: "domain", in: "domain-config")
        }
        policy.domains.append(.init(names: names, configuration: configuration))
        for child in element.children where child.name == "domain-config" {
            try domains(child, inherited: configuration, into: &policy)
        }
    }

    private func name(_ element: XMLElement) throws(Problem) -> AndroidNetworkPolicy.DomainConfiguration.Name {
        try check(element, attributes: ["includeSubdomains"])
        let text = trimmed(element.text)
        let host = HostName(text)
        if case .bad(let reason) = host.form {
            throw .configFault(at: place(element), key: "domain", fault: "\"\(Problem.shortened(text))\": \(reason)")
        }
        return .init(name: host.compared, includesSubdomains: try flag(element, "includeSubdomains") ?? false)
    }

    /// A base-config or domain-config; parts that it does not set are those of the outer one.
    private mutating func configuration(
        _ element: XMLElement,
        inherited: AndroidNetworkPolicy.Configuration
    ) throws(Problem) -> AndroidNetworkPolicy.Configuration {
        try check(element, attributes: ["cleartextTrafficPermitted", "hstsEnforced"])
        var configuration = inherited
        if let cleartext = try flag(element, "cleartextTrafficPermitted") {
            configuration.allowsCleartext = cleartext
            remarks.append(aside(element, "cleartextTrafficPermitted", "http is not judged by this policy"))
        }
        if try flag(element, "hstsEnforced") == true {
            remarks.append(aside(element, "hstsEnforced", "HSTS has no counterpart here"))
        }
        if let anchors = try one("trust-anchors", in: element) {
            configuration.anchors = []
            for child in anchors.children {
                guard child.name == "certificates" else { throw unknown(child, known: ["certificates"]) }
                configuration.anchors.append(try source(child))
            }
        }
        if element.name == "domain-config", let set = try one("pin-set", in: element) {
            (configuration.pins, configuration.pinsExpire) = try pins(set)
        }
        let isDomain = element.name == "domain-config"
        for child in element.children {
            switch child.name {
            case "trust-anchors": break
            case "domain" where isDomain, "domain-config" where isDomain, "pin-set" where isDomain: break
            case "certificateTransparency", "trustkit-config":
                remarks.append(aside(child, child.name, "it has no counterpart here"))
            default:
                let known = ["trust-anchors"] + (isDomain ? ["domain", "pin-set", "domain-config"] : [])
                throw unknown(child, known: known)
            }
        }
        return configuration
    }

    private func source(_ element: XMLElement) throws(Problem) -> AndroidNetworkPolicy.AnchorSource {
        try check(element, attributes: ["src", "overridePins"])
        let overrides = try flag(element, "overridePins") ?? false
        switch element.attributes["src"] {
        case "system"?: return .init(.system, overridesPins: overrides)
        case "user"?: return .init(.user, overridesPins: overrides)
        case let source? where source.hasPrefix("@raw/"):
            let certificates = try resource(String(source.dropFirst(5)), element)
            return .init(.resource, certificates: certificates.map(\.pem), overridesPins: overrides)
        case let source?:
            throw .configValue(
                at: place(element),
                key: "src",
                found: "\"\(Problem.shortened(source))\"",
                wanted: "one of system, user, @raw/NAME",
                nearest: NearestName.to(source, among: ["system", "user"])
            )
        case nil: throw .configMissingKey(at: place(element), key: "src", in: "certificates")
        }
    }

    /// A resource stands in `res/raw`, beside the `res/xml` of the configuration, with an extension that is not named.
    private func resource(_ name: String, _ element: XMLElement) throws(Problem) -> [Certificate] {
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 == 0x5F || (0x30...0x39).contains($0) || $0 >= 0x41 }) else {
            throw .configFault(at: place(element), key: "src", fault: "a resource has letters, digits and _ alone")
        }
        var missing: Problem?
        for suffix in ["", ".pem", ".crt", ".cer", ".der"] {
            let snapshot = load("../raw/\(name)\(suffix)")
            switch snapshot.content {
            case .success: return try CertificateFile(snapshot, as: .anchor).usableCertificates()
            case .failure(let problem): missing = missing ?? problem
            }
        }
        throw missing ?? .configFault(at: place(element), key: "src", fault: "there is no such resource")
    }

    private func pins(_ element: XMLElement) throws(Problem) -> ([SHA256Digest], String?) {
        try check(element, attributes: ["expiration"])
        var pins: [SHA256Digest] = []
        for child in element.children {
            guard child.name == "pin" else { throw unknown(child, known: ["pin"]) }
            try check(child, attributes: ["digest"])
            let digest = child.attributes["digest"] ?? ""
            guard digest == "SHA-256" else {
                throw .configValue(
                    at: place(child),
                    key: "digest",
                    found: "\"\(Problem.shortened(digest))\"",
                    wanted: "\"SHA-256\""
                )
            }
            let text = trimmed(child.text)
            guard let pin = TrustKitPolicy.digest(text) else {
                let fault = Problem.configFault(at: place(child), key: "pin", fault: "it is not 32 bytes in base64")
                throw Problem(.pinFormat, fault.sentence)
            }
            pins.append(pin)
        }
        let end = element.attributes["expiration"]
        if let end, UTC.date(rfc3339: end + "T00:00:00Z") == nil {
            throw .configValue(
                at: place(element),
                key: "expiration",
                found: "\"\(Problem.shortened(end))\"",
                wanted: "a day as yyyy-MM-dd"
            )
        }
        return (pins, end)
    }
}

extension AndroidConfigurationReader {
    private func place(_ element: XMLElement) -> JSON5Position {
        JSON5Position(file: file, line: element.line, column: 0)
    }

    private func trimmed(_ text: String) -> String {
        String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    private func one(_ name: String, in element: XMLElement) throws(Problem) -> XMLElement? {
        let found = element.children.filter { $0.name == name }
        guard found.count <= 1 else {
            throw .configRepeatedKey(at: place(found[1]), key: name, firstLine: found[0].line)
        }
        return found.first
    }

    private func flag(_ element: XMLElement, _ name: String) throws(Problem) -> Bool? {
        switch element.attributes[name] {
        case nil: return nil
        case "true"?: return true
        case "false"?: return false
        case let text?:
            throw .configValue(
                at: place(element),
                key: name,
                found: "\"\(Problem.shortened(text))\"",
                wanted: "true or false"
            )
        }
    }

    private func check(_ element: XMLElement, attributes known: [String]) throws(Problem) {
        guard let name = element.attributes.keys.sorted().first(where: { !known.contains($0) }) else { return }
        throw .configUnknownKey(
            at: place(element),
            key: name,
            nearest: NearestName.to(name, among: known),
            known: known
        )
    }

    private func unknown(_ element: XMLElement, known: [String]) -> Problem {
        .configUnknownKey(
            at: place(element),
            key: element.name,
            nearest: NearestName.to(element.name, among: known),
            known: known
        )
    }

    private func aside(_ element: XMLElement, _ key: String, _ why: String) -> Problem {
        .configFault(at: place(element), key: key, fault: why)
    }
}
