extension AFSecurityPolicy {
    /// Mode and pins, then the two switches: `certificate (1 CA)`, `allowInvalid ON`, `domain OFF`.
    public var words: [PolicyWord] {
        let mode = pinningMode == .none ? "no pinning" : "\(pinningMode.rawValue) (\(pinWords))"
        return [
            PolicyWord(mode),
            PolicyWord("allowInvalid \(SwitchValue.text(allowInvalidCertificates))", loosens: allowInvalidCertificates),
            PolicyWord("domain \(SwitchValue.text(validatesDomainName))", loosens: !validatesDomainName),
        ]
    }

    /// `1 CA`, `1 leaf, 2 keys`, `0 pins`.
    private var pinWords: String {
        var counts: [(String, Int)] = [("CA", 0), ("leaf", 0), ("key", 0), ("unusable", 0)]
        for pin in pins {
            switch pin {
            case .certificate(let certificate):
                counts[certificate.basicConstraints?.isAuthority == true ? 0 : 1].1 += 1
            case .publicKey: counts[2].1 += 1
            case .unusable: counts[3].1 += 1
            }
        }
        let words = counts.filter { $0.1 > 0 }.map { name, count in
            count == 1 || name == "unusable" ? "\(count) \(name)" : "\(count) \(name == "leaf" ? "leaves" : name + "s")"
        }
        return words.isEmpty ? "0 pins" : words.joined(separator: ", ")
    }

    /// The switches in the order of the switchboard.
    public var switches: [PolicySwitch] {
        var switches = ownSwitches
        if hasChainSwitch {
            let checksChain = validatesCertificateChain ?? true
            switches.insert(
                PolicySwitch(
                    "validatesCertificateChain",
                    value: SwitchValue.text(checksChain),
                    values: SwitchValue.both,
                    effect: checksChain ? "every member must be pinned" : "the leaf alone must be pinned",
                    loosens: !checksChain
                ),
                at: switches.count - 1
            )
        }
        let known = Self.versions.contains(version) ? Self.versions : [version] + Self.versions
        switches.append(PolicySwitch("version", value: version, values: known, effect: versionEffect))
        return switches
    }

    private var versionEffect: String {
        switch family {
        case .from20: "a pin is enough, unevaluated; no domain"
        case .from21: "every member pinned; the domain check is dead code"
        case .version22: "every member pinned; the common name is compared"
        case .upTo25:
            version == "2.5.1" ? "without pinning everything is accepted" : "every member pinned; no early refusal"
        case .from26To27: "compares the chain before the pins are anchors"
        case .from30: rejectsProtectionSpace ? "a refusal is answered reject" : "pins become the anchors"
        }
    }

    private var ownSwitches: [PolicySwitch] {
        [
            PolicySwitch(
                "pinningMode",
                value: pinningMode.rawValue,
                values: PinningMode.allCases.map(\.rawValue),
                effect: pinningEffect
            ),
            PolicySwitch(
                "allowInvalidCertificates",
                value: SwitchValue.text(allowInvalidCertificates),
                values: SwitchValue.both,
                effect: allowInvalidCertificates
                    ? "accepts what the system refuses" : "the system must accept it first",
                loosens: allowInvalidCertificates
            ),
            PolicySwitch(
                "validatesDomainName",
                value: SwitchValue.text(validatesDomainName),
                values: SwitchValue.both,
                effect: validatesDomainName ? "the name must match" : "any name; other TLS rules off too",
                loosens: !validatesDomainName
            ),
            PolicySwitch("pins", value: pinWords, values: [], effect: pinsEffect),
        ]
    }

    private var pinningEffect: String {
        switch pinningMode {
        case .none: "pins do not count"
        case .publicKey: "a key of the chain must equal a pin's"
        case .certificate: "the pins are the only anchors, and one must be in the chain"
        }
    }

    private var pinsEffect: String {
        switch pinningMode {
        case .none: "not compared"
        case .publicKey, .certificate: pins.isEmpty ? "no pin: refuses every server" : "one must be in the chain"
        }
    }

    /// Sets one of the switches; pins are set otherwise.
    public mutating func set(_ identifier: String, to value: String) -> Bool {
        switch identifier {
        case "version":
            guard Self.isModelled(value) else { return false }
            version = value
        case "validatesCertificateChain":
            guard hasChainSwitch, let isOn = SwitchValue.flag(value) else { return false }
            validatesCertificateChain = isOn
        case "pinningMode":
            guard let mode = PinningMode(rawValue: value) else { return false }
            pinningMode = mode
        case "allowInvalidCertificates":
            guard let isOn = SwitchValue.flag(value) else { return false }
            allowInvalidCertificates = isOn
        case "validatesDomainName":
            guard let isOn = SwitchValue.flag(value) else { return false }
            validatesDomainName = isOn
        default: return false
        }
        return true
    }
}
