import Diagnosis

/// Compares the members of a built path with pins, as AFNetworking does, and words what came of it.
struct PinComparison {
    let pins: [Pin]
    let path: CandidatePath?
    let presented: [PresentedCertificate]
    let numbers: CertificateList

    /// The first member, from the root down, whose bytes are among the pins.
    var certificateMatch: Certificate? {
        let wanted = Set(pins.compactMap { if case .certificate(let pin) = $0 { pin.sha256 } else { nil } })
        return path?.members.last { wanted.contains($0.sha256) }
    }

    /// The first member, from the leaf up, whose public key is among the pins' keys.
    var keyMatch: Certificate? {
        let wanted = Set(pins.compactMap(\.publicKeySHA256))
        return path?.members.first { wanted.contains($0.publicKeySHA256) }
    }

    /// How the pin that a member equals is called.
    func name(of member: Certificate, byKey: Bool) -> String {
        let pin = pins.first { pin in
            guard case .certificate(let certificate) = pin else { return pin.publicKeySHA256 == member.publicKeySHA256 }
            return byKey ? certificate.publicKeySHA256 == member.publicKeySHA256 : certificate.sha256 == member.sha256
        }
        return pin?.text(byKey: byKey) ?? "?"
    }

    /// That nothing matched, with every value that was compared.
    func mismatch(byKey: Bool) -> Problem {
        let members = path?.members ?? []
        let unused = presented.compactMap(\.certificate).filter { !members.contains($0) }
        return .pinNoMatch(
            members: members.map { words($0) },
            pins: pins.map { $0.text(byKey: byKey) },
            sentButUnused: unused.map { words($0) },
            aside: aside(byKey: byKey)
        )
    }

    private func words(_ certificate: Certificate) -> String {
        let label = CertificateLabel(number: numbers.number(certificate), subject: certificate.subject.shortText)
        return "\(label) key \(certificate.spkiPin) certificate sha256 \(certificate.sha256.hex)"
    }

    /// A pin that is the right value of the wrong kind.
    private func aside(byKey: Bool) -> String? {
        let members = path?.members ?? []
        for pin in pins {
            if case .publicKey(let digest) = pin, let member = members.first(where: { $0.sha256 == digest }) {
                return
                    "Pin \(digest.pin) is the hash of the whole certificate \(numbers.number(member)), not of its key."
            }
            if !byKey, let key = pin.publicKeySHA256, let member = members.first(where: { $0.publicKeySHA256 == key }) {
                return
                    "The key of certificate \(numbers.number(member)) equals a pin's key, but the certificates differ."
            }
        }
        return nil
    }
}

extension Pin {
    /// SHA-256 of the public key that the pin stands for; nil for one that cannot be used.
    public var publicKeySHA256: SHA256Digest? {
        switch self {
        case .certificate(let certificate): certificate.publicKeySHA256
        case .publicKey(let digest): digest
        case .unusable: nil
        }
    }

    /// How a sentence names the pin.
    func text(byKey: Bool) -> String {
        switch self {
        case .certificate(let certificate):
            byKey
                ? "\(certificate.subject.shortText) \(certificate.spkiPin)"
                : "\(certificate.subject.shortText) sha256 \(certificate.sha256.hex)"
        case .publicKey(let digest): digest.pin
        case .unusable(let bytes): "\(bytes.count) bytes that are no certificate"
        }
    }
}
