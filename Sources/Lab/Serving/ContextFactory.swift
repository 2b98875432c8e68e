import Diagnosis
import Trust

/// Makes the TLS side of a scenario out of the recipe and the PKI; from any thread.
struct ContextFactory: Sendable {
    let recipe: LabRecipe
    let pki: LabPKI

    /// The context of a scenario. Issues what is not issued yet; RSA keys take their time.
    func context(of scenario: ScenarioRecipe) throws(Problem) -> ServerContext {
        let name = scenario.scenario.name
        var parts = ServerContext.Parts(
            leaf: try pki.issued(.server(name)),
            chain: try certificates(scenario.sends.map { .authority($0) }),
            tls: scenario.tls,
            clients: scenario.clients,
            clientNames: try certificates(scenario.clients.names).map(\.subject) + furtherNames(scenario),
            clientAnchors: try certificates(scenario.clients.anchors),
            clientIntermediates: try certificates(scenario.clients.knows),
            sessionContext: name
        )
        if scenario.tls.staples, case .authority(let issuer) = scenario.certificate.issuer {
            parts.responder = try PublishedFiles.responder(of: issuer, recipe, pki)
        }
        do {
            return try ServerContext(parts)
        } catch {
            throw Problem.labCannotServe(at: scenario.position, scenario: name, reason: error.reason)
        }
    }

    /// What a scenario serves: its TLS side, or the lab's files.
    func prepared(_ scenario: ScenarioRecipe) throws(Problem) -> LabLoop.Prepared {
        scenario.answer == .files
            ? .files(try PublishedFiles(recipe: recipe, pki: pki)) : .tls(try context(of: scenario))
    }

    private func certificates(_ names: [EntryName]) throws(Problem) -> [Certificate] {
        var result: [Certificate] = []
        for name in names { result.append(try pki.issued(name).certificate) }
        return result
    }

    /// Names of authorities that do not exist: `CN=CA 1, O=Many`.
    private func furtherNames(_ scenario: ScenarioRecipe) -> [DistinguishedName] {
        guard scenario.clients.furtherNames > 0 else { return [] }
        return (1...scenario.clients.furtherNames).compactMap {
            OpenSSLName.make(commonName: "CA \($0)", organization: "Many")
        }
    }
}
