import Diagnosis
import Trust

/// Makes the TLS side of a scenario out of the recipe and the PKI; from any thread.
struct ContextFactory: Sendable {
    let recipe: LabRecipe
    let pki: LabPKI

    /// The context of a scenario. Issues what is not issued yet; RSA keys take their time.
    func context(of scenario: ScenarioRecipe) throws(Problem) -> ServerContext {
        let name = scenario.scenario.name
        let parts = ServerContext.Parts(
            leaf: try pki.issued(.server(name)),
            chain: try certificates(scenario.sends),
            tls: scenario.tls,
            clients: scenario.clients,
            clientNames: try certificates(scenario.clients.names).map(\.subject) + furtherNames(scenario),
            clientAnchors: try certificates(scenario.clients.anchors),
            clientIntermediates: try certificates(scenario.clients.knows),
            sessionContext: name
        )
        do {
            return try ServerContext(parts)
        } catch {
            throw Problem.labCannotServe(at: scenario.position, scenario: name, reason: error.reason)
        }
    }

    private func certificates(_ names: [String]) throws(Problem) -> [Certificate] {
        var result: [Certificate] = []
        for name in names { result.append(try pki.issued(.authority(name)).certificate) }
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
