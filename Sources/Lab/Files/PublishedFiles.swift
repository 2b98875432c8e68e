import Diagnosis
import Foundation
import Trust

/// What the lab hands out by HTTP: its root, issuers' certificates, revocation lists and OCSP answers.
///
/// `/root.cer`, `/root.pem`, `/root.mobileconfig`, and of each authority that a certificate refers to
/// `/issuer/NAME.cer`, `/crl/NAME.crl`, `/ocsp/NAME`.
struct PublishedFiles: Sendable {
    private struct File {
        var type: String
        var bytes: [UInt8]
    }

    private var files: [String: File] = [:]
    private var responders: [String: StatusResponder] = [:]

    /// Issues what is served. Keys take their time.
    init(recipe: LabRecipe, pki: LabPKI) throws(Problem) {
        let root = try pki.issued(.authority("root")).certificate
        files["/root.cer"] = File(type: "application/x-x509-ca-cert", bytes: root.der)
        files["/root.pem"] = File(type: "application/x-pem-file", bytes: Array(CertificateText.pem(root.der).utf8))
        files["/root.mobileconfig"] = File(
            type: "application/x-apple-aspen-config",
            bytes: Array(ConfigurationProfile.text(installing: root).utf8)
        )
        for name in Self.authorities(recipe) { try publish(name, recipe, pki) }
    }

    /// The authorities whose certificates say where something is to be had.
    static func authorities(_ recipe: LabRecipe) -> [String] {
        let names = recipe.scenarioRecipes.compactMap { scenario -> String? in
            let certificate = scenario.certificate
            guard [certificate.issuerAt, certificate.listAt, certificate.statusAt].contains(where: { $0 != nil }),
                case .authority(let name) = certificate.issuer
            else { return nil }
            return name
        }
        return Set(names).sorted()
    }

    private mutating func publish(_ name: String, _ recipe: LabRecipe, _ pki: LabPKI) throws(Problem) {
        let issuer = try pki.issued(.authority(name))
        let revoked = try Self.revoked(by: name, recipe, pki)
        files["/issuer/\(name).cer"] = File(type: "application/pkix-cert", bytes: issuer.certificate.der)
        let now = Int64(pki.time.timeIntervalSince1970)
        if let list = RevocationList.encode(issuer: issuer, revoked: revoked, at: now) {
            files["/crl/\(name).crl"] = File(type: "application/pkix-crl", bytes: list)
        }
        responders["/ocsp/\(name)"] = try Self.responder(of: name, recipe, pki)
    }

    private static func revoked(by name: String, _ recipe: LabRecipe, _ pki: LabPKI) throws(Problem) -> [Certificate] {
        var result: [Certificate] = []
        for scenario in recipe.scenarioRecipes
        where scenario.certificate.isRevoked && scenario.certificate.issuer == .authority(name) {
            result.append(try pki.issued(.server(scenario.scenario.name)).certificate)
        }
        return result
    }

    /// Who answers in an authority's name about the certificates that refer to it.
    static func responder(of name: String, _ recipe: LabRecipe, _ pki: LabPKI) throws(Problem) -> StatusResponder {
        var known: [String: StatusResponder.Status] = [:]
        for scenario in recipe.scenarioRecipes
        where scenario.certificate.statusAt != nil && scenario.certificate.issuer == .authority(name) {
            let leaf = try pki.issued(.server(scenario.scenario.name)).certificate
            known[StatusResponder.serialNumber(of: leaf)] = scenario.certificate.isRevoked ? .revoked : .good
        }
        return StatusResponder(
            issuer: try pki.issued(.authority(name)),
            known: known,
            now: { Int64(pki.time.timeIntervalSince1970) }
        )
    }

    /// The answer to a request; nil where there is no such file.
    func response(to request: HTTPRequest) -> HTTPResponse? {
        if let file = files[request.path] {
            return HTTPResponse(status: 200, headers: [("Content-Type", file.type)], body: .bytes(file.bytes))
        }
        guard let (responder, question) = question(request) else { return nil }
        guard let answer = responder.answer(to: question) else {
            return .text(400, "400 That is no OCSP request.")
        }
        return HTTPResponse(
            status: 200,
            headers: [("Content-Type", "application/ocsp-response")],
            body: .bytes(answer)
        )
    }

    /// An OCSP request by POST, or by GET with the request in base64 behind the path (RFC 6960 A.1).
    private func question(_ request: HTTPRequest) -> (StatusResponder, [UInt8])? {
        if let responder = responders[request.path] { return (responder, request.bodyStart) }
        guard let responder = responders.first(where: { request.path.hasPrefix($0.key + "/") }) else { return nil }
        let text = request.path.dropFirst(responder.key.count + 1)
        guard let data = text.removingPercentEncoding.flatMap({ Data(base64Encoded: $0) }) else { return nil }
        return (responder.value, [UInt8](data))
    }
}
