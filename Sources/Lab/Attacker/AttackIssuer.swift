import Diagnosis
import Foundation
import Trust

/// Issues what the attacker presents to one victim, out of the lab's PKI: everything is made anew, nothing is kept.
struct AttackIssuer {
    /// A chain with the key of its first certificate.
    struct Served: Sendable {
        var presentation: AttackPresentation
        var leaf: IssuedCertificate
        /// What follows the leaf, in the order sent.
        var chain: [Certificate]
    }

    let recipe: LabRecipe
    let pki: LabPKI
    /// The victim's host.
    let host: String

    private let issuing: Issuing
    private let template: CertificateRecipe
    private let intermediate: IssuedCertificate
    private let root: IssuedCertificate
    private let publicRoot: IssuedCertificate
    /// What an honest server of the lab sends behind its leaf.
    private let rest: [Certificate]
    private let real: IssuedCertificate
    /// Whether the honest server asks for a client certificate.
    private let asks: Bool

    /// - Throws: `config.key` for a certificate that cannot be issued.
    init(recipe: LabRecipe, pki: LabPKI, host: String, now: Int64) throws(Problem) {
        self.recipe = recipe
        self.pki = pki
        self.host = host
        let issuing = Issuing(position: recipe.position, now: now)
        self.issuing = issuing
        let good = EntryName.server("good")
        var template = try recipe.entry(good).certificate
        template.sameKeyAs = nil
        template.subject = [CertificateRecipe.NamePart(type: "CN", value: host)]
        template.names = template.names.map { name in
            if case .dns(let text) = name, text.hasSuffix(LabNames.suffix) { return .dns(host) }
            return name
        }
        self.template = template
        intermediate = try pki.issued(.authority("intermediate"))
        root = try pki.issued(.authority("root"))
        publicRoot = try pki.issued(.authority("public-root"))
        rest = [intermediate.certificate, try pki.issued(.authority("root-by-public")).certificate]
        // A server of the lab is attacked with its own certificate, so that a pin on it holds, and so that its key is who
        // else's it is.
        let usual = recipe.scenarioRecipes.first { $0.scenario.name == "good" }
        let own = recipe.scenarioRecipes.first { $0.scenario.host == host && $0.isServed(like: usual) }
        asks = own.map { $0.clients.mode != .none } ?? false
        if let own {
            real = try pki.issued(.server(own.scenario.name))
        } else {
            real = try issuing.issue(template, by: intermediate)
        }
    }

    /// The honest server, today and later.
    func honest() throws(Problem) -> [HonestRow: Served] {
        let sameKey = try issuing.issue(template, by: intermediate, key: real.key)
        var authority = try recipe.entry(.authority("intermediate")).certificate
        authority.subject = Self.name("Lab New Intermediate")
        let newIntermediate = try issuing.issue(authority, by: root)
        authority.subject = Self.name("Lab New CA")
        authority.pathLength = nil
        let newRoot = try issuing.issue(authority, by: publicRoot)
        let all: [HonestRow: Served] = [
            .good: serve(real, rest),
            .newLeafSameKey: serve(sameKey, rest),
            .newLeafNewKey: serve(try issuing.issue(template, by: intermediate), rest),
            .newIntermediate: serve(
                try issuing.issue(template, by: newIntermediate),
                [newIntermediate.certificate] + rest.suffix(1)
            ),
            .newRoot: serve(try issuing.issue(template, by: newRoot), [newRoot.certificate]),
        ]
        return all.mapValues(asking)
    }

    /// What the attacker presents.
    func attacks() throws(Problem) -> [Attack.ID: Served] {
        var all = try selfMade()
        all.merge(try certified()) { _, new in new }
        all.merge(try stolen()) { _, new in new }
        return all
    }

    /// The honest chain with an identity's key in the place of the server's.
    func served(withKeyOf identity: Identity) throws(Problem) -> Served {
        let isServers = identity.leaf.publicKeySHA256 == real.certificate.publicKeySHA256
        guard let key = isServers ? PrivateKey(identity) : PrivateKey.forged(like: real.certificate) else {
            throw issuing.failure("no key can be forged")
        }
        var served = serve(IssuedCertificate(certificate: real.certificate, key: key), rest)
        served.presentation.hasKey = isServers
        return asking(served)
    }

    /// Asks for an identity where the honest server does.
    private func asking(_ served: Served) -> Served {
        guard asks else { return served }
        var served = served
        served.presentation.asksFor = [root.certificate.subject]
        return served
    }

    // MARK: Nothing of value

    private func selfMade() throws(Problem) -> [Attack.ID: Served] {
        var named = template
        named.names = [.dns(host)]
        var second = named
        second.names = [.dns("second" + LabNames.suffix)]
        let alone = try issuing.issue(named, by: nil)
        let attacker = try pki.issued(.authority("attacker-root"))
        guard let key = PrivateKey.generate(.curve("P-256")), let forged = PrivateKey.forged(like: real.certificate)
        else {
            throw issuing.failure("no key can be forged")
        }
        let pretender = IssuedCertificate(certificate: root.certificate, key: key)
        var asking = serve(alone, [])
        asking.presentation.asksFor = [root.certificate.subject]
        var last = serve(IssuedCertificate(certificate: real.certificate, key: forged), rest + [alone.certificate])
        last.presentation.hasKey = false
        var all: [Attack.ID: Served] = [
            .selfSigned: serve(alone, []),
            .copy: serve(try issuing.issue(template, by: nil, copying: real.certificate), []),
            .otherAuthority: serve(try issuing.issue(template, by: attacker), [attacker.certificate]),
            .pinnedAuthorityAppended: serve(try issuing.issue(template, by: pretender), [root.certificate]),
            .forgedPrepended: serve(alone, [real.certificate] + rest),
            .forgedAppended: last,
            .fakeServerAsks: asking,
            .resumed: serve(alone, []),
            .secondHost: serve(try issuing.issue(second, by: nil), [], at: "second" + LabNames.suffix),
        ]
        for (id, text) in Self.addressForms { all[id] = serve(alone, [], at: text) }
        return all
    }

    /// How a loopback address can be written.
    private static let addressForms: [(Attack.ID, String)] = [
        (.addressDotted, "127.0.0.1"), (.addressIPv6, "::1"), (.addressShort, "127.1"),
        (.addressHexadecimal, "0x7f.1"), (.addressDecimal, "2130706433"),
    ]

    // MARK: A certificate of an authority that serves others

    private func certified() throws(Problem) -> [Attack.ID: Served] {
        var other = template
        other.subject = Self.name("colleague.test")
        other.names = [.dns("colleague.test")]
        let colleague = try issuing.issue(other, by: intermediate)
        var forged = template
        forged.names = [.dns(host + "\0.colleague.test")]
        let withNUL = try issuing.issue(forged, by: intermediate)
        forged.names = [.dns("*"), .dns("*." + (host.split(separator: ".").last.map(String.init) ?? host))]
        let client = try pki.issued(.identity("client"))
        let device = try pki.issued(.authority("device-root"))
        var proxied = serve(try issuing.issue(template, by: device), [device.certificate])
        proxied.presentation.userAnchors = [device.certificate]
        return [
            .publicOther: serve(try issuing.issue(other, by: publicRoot), [publicRoot.certificate]),
            .sameOther: serve(colleague, rest),
            .clientAsServer: serve(client, rest),
            .leafAsIssuer: serve(try issuing.issue(template, by: colleague), [colleague.certificate] + rest),
            .embeddedNUL: serve(withNUL, rest),
            .wideWildcard: serve(try issuing.issue(forged, by: intermediate), rest),
            .deviceAuthority: proxied,
        ]
    }

    // MARK: The real key

    private func stolen() throws(Problem) -> [Attack.ID: Served] {
        var old = template
        old.validity = CertificateRecipe.Validity(
            from: issuing.now - 400 * CertificateRecipe.Validity.day,
            end: .at(issuing.now - 30 * CertificateRecipe.Validity.day)
        )
        var weak = serve(real, rest)
        weak.presentation.version = "1.0"
        let all: [Attack.ID: Served] = [
            .expiredStolen: serve(try issuing.issue(old, by: intermediate, key: real.key), rest),
            .downgrade: weak,
            .otherName: serve(real, rest, at: "elsewhere" + LabNames.suffix),
            .cleartext: serve(real, []),
            .stranger: serve(real, rest),
            .otherMethod: serve(real, rest),
        ]
        return all
    }

    // MARK: Issuing

    private func serve(_ leaf: IssuedCertificate, _ chain: [Certificate], at other: String? = nil) -> Served {
        let sent = ([leaf.certificate] + chain).map { PresentedCertificate($0) }
        return Served(
            presentation: AttackPresentation(chain: sent, host: other ?? host),
            leaf: leaf,
            chain: chain
        )
    }

    private static func name(_ common: String) -> [CertificateRecipe.NamePart] {
        [CertificateRecipe.NamePart(type: "CN", value: common)]
    }
}

extension ScenarioRecipe {
    /// Whether it is as right as another scenario under its own name: name, key and what it asks of clients may differ.
    fileprivate func isServed(like other: ScenarioRecipe?) -> Bool {
        guard let other else { return false }
        let mine = certificate
        let theirs = other.certificate
        return mine.issuer == theirs.issuer && mine.validity == theirs.validity && mine.purposes == theirs.purposes
            && mine.digest == theirs.digest && mine.key == theirs.key && mine.names.contains(.dns(scenario.host))
            && sends == other.sends && speaks == other.speaks && tls == other.tls
    }
}

/// Signs what the attacker wants, whatever it says.
private struct Issuing {
    let position: JSON5Position
    /// The time of issue, seconds since 1970.
    let now: Int64

    /// A certificate of an issuer, or one that signs itself.
    func issue(
        _ recipe: CertificateRecipe,
        by issuer: IssuedCertificate?,
        key known: PrivateKey? = nil,
        copying original: Certificate? = nil
    ) throws(Problem) -> IssuedCertificate {
        guard let key = known ?? PrivateKey.generate(recipe.key) else { throw failure("no such key can be made") }
        let authority = CertificateAuthority(certificate: issuer?.certificate, key: issuer?.key ?? key)
        do {
            return IssuedCertificate(
                certificate: try authority.issue(recipe, for: key, at: now, copying: original),
                key: key
            )
        } catch {
            throw failure(error.reason)
        }
    }

    func failure(_ reason: String) -> Problem {
        .labCannotIssue(at: position, certificate: "the attacker", reason: reason)
    }
}
