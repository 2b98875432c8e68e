import Diagnosis
import Foundation
import Lab
import Trust

/// Audits clients against the attacker of the lab, without traffic: reads what a profile names, and asks `PolicyAudit`.
///
/// `policy`, `flow`, `matrix`, `attack` and the inspector's findings all come from here.
public final class Auditor: Sendable {
    /// The attacker, with everything that it presents.
    public let attacker: LabAttacker
    /// What the client would send, as far as an attacker reads it.
    public let sent: AuditSubject.Sent
    /// The time of judgement, UTC.
    public let date: Date

    /// The lab's own server, which the files of the bundle are about.
    public static let usualHost = LabAttacker.usualHost

    private let preparer: ClientPreparer

    /// Issues what is presented, and fills the bundle where it is the lab's own.
    ///
    /// - Parameters:
    ///   - configuration: folders, bundle, and how identities are opened.
    ///   - host: the victim.
    ///   - sent: what the client would send.
    /// - Throws: why the lab's PKI cannot be read or issued.
    public convenience init(
        _ configuration: BenchConfiguration,
        host: String = LabAttacker.usualHost,
        sent: AuditSubject.Sent = AuditSubject.Sent(headers: ["Authorization", "Cookie"], bodyBytes: 0)
    ) throws(Problem) {
        var lab = LabServer.Configuration(
            recipe: try LabRecipe.installed(),
            dataDirectory: configuration.folders.lab
        )
        lab.bundleDirectory = configuration.bundlePath
        let attacker = try LabAttacker(lab, host: host)
        let preparer = ClientPreparer(
            bundle: configuration.bundlePath,
            open: configuration.openIdentity,
            passPhrases: { name in
                [attacker.passPhrase(ofBundleFile: name).map { PassPhrase($0) }, configuration.bundlePassPhrase]
                    .compactMap { $0 }
            }
        )
        self.init(attacker: attacker, preparer: preparer, sent: sent, date: configuration.judgedAt ?? Date())
    }

    init(attacker: LabAttacker, preparer: ClientPreparer, sent: AuditSubject.Sent, date: Date) {
        self.attacker = attacker
        self.preparer = preparer
        self.sent = sent
        self.date = date
    }

    /// The files of the bundle as they are now.
    public var bundle: BundleSnapshot { preparer.bundleNow().snapshot }

    /// A client with everything that it names read and opened.
    ///
    /// - Throws: `file.…` codes for anchors that cannot be read.
    public func prepare(_ profile: ClientProfile) throws(Problem) -> PreparedClient {
        try preparer.prepare(profile, at: .lab(publicRoot: publicRoot))
    }

    /// The lab's "public" root: the system's anchor for the names of the lab.
    public var publicRoot: Certificate { attacker.material.systemAnchors[0] }

    /// What is audited of a client: itself, or where it pins what the attacker's victim does not have, the same client
    /// with the victim's certificates in their place.
    ///
    /// - Throws: `file.…` codes for anchors that cannot be read.
    public func subject(_ profile: ClientProfile) throws(Problem) -> AuditSubject {
        let client = try attacked(profile)
        return AuditSubject(
            profile: client.profile,
            anchors: client.anchors,
            bundle: client.bundle,
            identities: client.identities.map(shipped),
            sent: sent,
            date: date
        )
    }

    /// The client that is attacked in the place of another: with the victim's certificates where it pins others.
    func attacked(_ profile: ClientProfile) throws(Problem) -> PreparedClient {
        var client = try prepare(profile)
        let transplant = Transplant(guessing: profile, bundle: client.bundle, to: attacker.material)
        guard transplant.changesAnything else { return client }
        client.profile = transplant.profile(profile)
        client.anchors = transplant.anchors(client.anchors)
        client.bundle = transplant.bundle(client.bundle)
        return client
    }

    /// Whether a client is audited with the victim's certificates in the place of those that it pins.
    public func exchangesPins(of profile: ClientProfile) -> Bool {
        ((try? subject(profile))?.profile).map { $0.policy != profile.policy } ?? false
    }

    /// What becomes of a client's trust in a chain as time goes by.
    public func rotation(of evaluation: OfflineEvaluation, profile: ClientProfile, urlHost: String?) -> Rotation {
        Rotation(evaluation.request, profile: profile, urlHost: urlHost, material: attacker.material)
    }

    /// What is wrong with a client.
    ///
    /// - Throws: `file.…` codes for anchors that cannot be read.
    public func audit(_ profile: ClientProfile) throws(Problem) -> PolicyAudit {
        PolicyAudit(try subject(profile), attacker.material)
    }

    /// A judge for single questions about a client.
    ///
    /// - Throws: `file.…` codes for anchors that cannot be read.
    public func judge(_ profile: ClientProfile) throws(Problem) -> AttackJudge {
        AttackJudge(try subject(profile), attacker.material)
    }

    /// What ships in the bundle is in every copy of the app; its pass phrase is known where the lab made the file.
    private func shipped(_ identity: Identity) -> AuditSubject.ShippedIdentity {
        let path = preparer.folder.path + "/" + identity.file
        guard FileManager.default.fileExists(atPath: path) else {
            return AuditSubject.ShippedIdentity(identity, isShipped: false)
        }
        guard let text = attacker.passPhrase(ofBundleFile: identity.file) else {
            return AuditSubject.ShippedIdentity(identity, isShipped: true)
        }
        let passPhrase = PassPhrase(text)
        let file = IdentityFile(FileReader.read(path), options: IdentityFile.Options(passPhrase: passPhrase))
        guard file.problem == nil, let container = file.container else {
            return AuditSubject.ShippedIdentity(identity, isShipped: true)
        }
        let rounds = [container.mac?.iterations].compactMap { $0 } + container.parts.compactMap(\.iterations)
        return AuditSubject.ShippedIdentity(
            identity,
            isShipped: true,
            passPhrase: PassPhraseGuess(passPhrase, iterations: rounds.min() ?? 1)
        )
    }
}
