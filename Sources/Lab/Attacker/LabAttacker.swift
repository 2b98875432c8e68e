import Diagnosis
import Events
import Foundation
import Trust

/// The attacker: everything that can be presented in the place of a victim's server, issued out of the lab's PKI.
///
/// Making one issues; nothing listens until it is told to serve.
public final class LabAttacker: Sendable {
    /// What is presented, as values.
    public let material: AttackMaterial
    /// The folder that stands for an app's main bundle, with the lab's own files in it.
    public let bundleDirectory: String

    private let recipe: LabRecipe
    private let pki: LabPKI
    private let limits: LabLimits
    private let temporary: TemporaryDirectory?
    private let issuer: AttackIssuer
    private let honest: [HonestRow: AttackIssuer.Served]
    private let attacks: [Attack.ID: AttackIssuer.Served]

    /// Issues what is presented to clients of a host.
    ///
    /// - Parameters:
    ///   - configuration: the lab's; its ports and scenarios play no part.
    ///   - host: the victim: the lab's own `good.lab.test`, or any other name, which gets a certificate of the lab.
    /// - Throws: `config.key` for what cannot be issued, `file.unreadable` for a bundle that cannot be written.
    public init(
        _ configuration: LabServer.Configuration,
        host: String = LabAttacker.usualHost
    ) throws(Problem) {
        var problems: [Problem] = []
        let place = try LabPlace(configuration, problems: &problems)
        let recipe = configuration.recipe
        let pki = LabPKI(recipe: recipe, folder: place.pki, now: configuration.now)
        try place.bundle.fill(from: LabFiles(recipe: recipe, pki: pki))
        let issuer = try AttackIssuer(
            recipe: recipe,
            pki: pki,
            host: host,
            now: Int64(configuration.now().timeIntervalSince1970)
        )
        honest = try issuer.honest()
        attacks = try issuer.attacks()
        self.issuer = issuer
        material = AttackMaterial(
            host: host,
            honest: honest.mapValues(\.presentation),
            attacks: attacks.mapValues(\.presentation),
            systemAnchors: [try pki.issued(.authority("public-root")).certificate],
            authority: try pki.issued(.authority("root")).certificate
        )
        bundleDirectory = place.bundle.folder.path
        temporary = place.temporary
        limits = configuration.limits
        self.recipe = recipe
        self.pki = pki
    }

    /// The lab's own server, which the files of the bundle are about.
    public static let usualHost = "good" + LabNames.suffix

    /// The pass phrase of a PKCS#12 file that the lab put into the bundle; nil for any other file.
    public func passPhrase(ofBundleFile name: String) -> String? { recipe.passPhrase(ofBundleFile: name) }

    /// Serves everything on free ports of the loopback, until the server is stopped or let go.
    ///
    /// - Parameters:
    ///   - identities: identities out of apps, whose keys are tried as the server's.
    ///   - sink: is told of every client, on the server's thread; it has to be quick.
    /// - Throws: `lab.port` where no port can be had, `config.key` for what cannot be served.
    public func serve(
        identities: [Identity] = [],
        sink: @escaping @Sendable (Event) -> Void
    ) throws(Problem) -> AttackServer {
        var servings: [AttackServer.Serving] = []
        for row in HonestRow.allCases {
            guard let served = honest[row] else { continue }
            servings.append(try serving("honest " + row.rawValue, served) { _ in })
        }
        for id in Attack.ID.allCases {
            guard id != .otherMethod, let served = attacks[id] else { continue }
            servings.append(
                try serving("attack " + id.rawValue, served) { parts in
                    switch id {
                    case .cleartext: parts.speaks = .http
                    case .stranger: parts.clients.mode = .require
                    default: break
                    }
                }
            )
        }
        if let served = attacks[.otherMethod] {
            for (method, scheme) in Self.questions {
                servings.append(
                    try serving(AttackServer.name(asking: method), served) { parts in
                        parts.login = ScenarioRecipe.Login(
                            scheme: scheme,
                            realm: "the attacker",
                            user: "",
                            password: ""
                        )
                    }
                )
            }
        }
        for identity in identities {
            let name = AttackServer.name(ofKeyFrom: identity.leaf.sha256)
            guard !servings.contains(where: { $0.scenario.scenario.name == name }) else { continue }
            servings.append(try serving(name, try issuer.served(withKeyOf: identity)) { _ in })
        }
        return try AttackServer(servings, limits: limits, sink: sink)
    }

    /// The ways to ask for a user and a password.
    private static let questions: [(AuthenticationMethod, ScenarioRecipe.Login.Scheme)] = [
        (.httpBasic, .basic), (.httpDigest, .digest), (.ntlm, .ntlm), (.negotiate, .negotiate),
    ]

    private func serving(
        _ name: String,
        _ served: AttackIssuer.Served,
        _ change: (inout AttackServer.Parts) -> Void
    ) throws(Problem) -> AttackServer.Serving {
        guard let good = recipe.scenarioRecipes.first(where: { $0.scenario.name == "good" }) else {
            throw .labCannotIssue(at: recipe.position, certificate: "the attacker", reason: "there is no scenario good")
        }
        var parts = AttackServer.Parts(tls: good.tls, clients: good.clients, speaks: .tls)
        if let version = served.presentation.version.flatMap(TLSVersion.init(rawValue:)) {
            parts.tls.minimum = version
            parts.tls.maximum = version
            parts.tls.securityLevel = version < .v1_2 ? 0 : parts.tls.securityLevel
        }
        if served.presentation.asksFor != nil {
            parts.clients.mode = .want
            parts.clients.refusesByStatus = true
        }
        change(&parts)
        let root = try pki.issued(.authority("root")).certificate
        let context = ServerContext.Parts(
            leaf: served.leaf,
            chain: served.chain,
            tls: parts.tls,
            clients: parts.clients,
            clientNames: [root.subject],
            clientAnchors: [root],
            clientIntermediates: [try pki.issued(.authority("intermediate")).certificate],
            sessionContext: name
        )
        return AttackServer.Serving(
            scenario: good.serving(name: name, host: served.presentation.host, parts),
            context: context
        )
    }
}

extension ScenarioRecipe {
    /// This scenario under another name, with what an attack changes about it.
    fileprivate func serving(name: String, host: String, _ parts: AttackServer.Parts) -> ScenarioRecipe {
        ScenarioRecipe(
            scenario: LabScenario(
                name: name,
                serves: "",
                soundClient: "",
                host: host,
                port: LabListener.base,
                clientCertificate: parts.clients.mode,
                code: nil,
                codeWithIdentity: nil,
                codeWithLeafAlone: nil
            ),
            position: position,
            certificate: certificate,
            sends: sends,
            speaks: parts.speaks,
            tls: parts.tls,
            clients: parts.clients,
            login: parts.login,
            body: .whole,
            answer: .echo,
            closesEach: false
        )
    }
}
