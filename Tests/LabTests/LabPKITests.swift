import Diagnosis
import Foundation
import TestSupport
import Testing
import Trust

@testable import Lab

@Suite struct LabPKITests {
    let folder: TemporaryFolder
    static let day: TimeInterval = 86_400

    init() throws { folder = try TemporaryFolder() }

    func pki(days: Double = 0, recipe: LabRecipe? = nil) throws -> LabPKI {
        let now = Date().addingTimeInterval(days * Self.day)
        return LabPKI(recipe: try recipe ?? RunningLab.recipe(), folder: try PrivateFolder(folder.path), now: { now })
    }

    @Test func anAuthorityIsOne() throws {
        let root = try pki().issued(.authority("root")).certificate
        #expect(root.subject.text == "CN=Lab CA, O=Lab")
        #expect(root.isSelfIssued)
        #expect(root.basicConstraints?.isAuthority == true)
        #expect(root.basicConstraints?.pathLength == nil)
        #expect(root.keyUsage == ["keyCertSign", "cRLSign"])
        #expect(root.key.description == "EC P-256")
        #expect(root.subjectKeyIdentifier == root.authorityKeyIdentifier)
        #expect(root.notAfter.timeIntervalSinceNow > 3600 * Self.day)
        let intermediate = try pki().issued(.authority("intermediate")).certificate
        #expect(intermediate.issuer == root.subject)
        #expect(intermediate.basicConstraints?.isAuthority == true)
        #expect(intermediate.basicConstraints?.pathLength == 0)
        #expect(intermediate.authorityKeyIdentifier == root.subjectKeyIdentifier)
    }

    @Test func theRootIsSignedByThePublicRootToo() throws {
        let pki = try pki()
        let root = try pki.issued(.authority("root")).certificate
        let cross = try pki.issued(.authority("root-by-public")).certificate
        #expect(cross.subject == root.subject)
        #expect(cross.publicKeyInfo == root.publicKeyInfo)
        #expect(cross.issuer.text == "CN=Lab Public Root, O=Lab Public")
        #expect(cross != root)
    }

    @Test func aRightLeafBearsTheNamesOfTheLab() throws {
        let leaf = try pki().issued(.server("good")).certificate
        #expect(leaf.dnsNames == ["good.lab.test", "localhost"])
        #expect(leaf.ipAddresses == [[127, 0, 0, 1], Array(repeating: 0, count: 15) + [1], [10, 0, 2, 2]])
        #expect(leaf.basicConstraints?.isAuthority == false)
        #expect(leaf.keyUsage == ["digitalSignature"])
        #expect(leaf.extendedKeyUsage == ["1.3.6.1.5.5.7.3.1"])
        #expect(leaf.signatureAlgorithm == "ecdsa-with-SHA256")
        #expect(leaf.notBefore.timeIntervalSinceNow < 0)
        // The limit for certificates below a system's anchor is 398 days.
        #expect(leaf.notAfter.timeIntervalSince(leaf.notBefore) < 366 * Self.day)
        #expect(leaf.serialNumber.count == 47)
    }

    @Test func identitiesAreWhatTheyAreSaidToBe() throws {
        let pki = try pki()
        let alice = try pki.issued(.identity("client")).certificate
        #expect(alice.subject.text == "CN=alice, O=Lab")
        #expect(alice.issuer.text == "CN=Lab Intermediate, O=Lab")
        #expect(alice.extendedKeyUsage == ["1.3.6.1.5.5.7.3.2"])
        let bob = try pki.issued(.identity("other")).certificate
        #expect(bob.subject.commonName == "bob")
        #expect(bob.issuer.text == "CN=Other CA, O=Other")
        let carol = try pki.issued(.identity("old")).certificate
        #expect(carol.subject.commonName == "carol")
        #expect(carol.notAfter < Date())
        #expect(carol.extendedKeyUsage == ["1.3.6.1.5.5.7.3.4"])
    }

    @Test func whatIsIssuedOnceIsReadAgain() throws {
        let names: [EntryName] = [.authority("root"), .server("good"), .identity("client"), .server("expired")]
        let first = try names.map { name in try pki().issued(name).certificate }
        #expect(try names.map { name in try pki().issued(name).certificate } == first)
        // A second process finds what the first one wrote; an expired certificate is not issued anew for its age.
        #expect(try names.map { name in try pki(days: 200).issued(name).certificate } == first)
    }

    @Test func aCertificateIsIssuedAnewBeforeItEndsAndKeepsItsKey() throws {
        let before = try pki().issued(.server("good")).certificate
        let after = try pki(days: 340).issued(.server("good")).certificate
        #expect(after != before)
        #expect(after.publicKeyInfo == before.publicKeyInfo)
        #expect(after.notAfter.timeIntervalSince(before.notAfter) > 339 * Self.day)
        #expect(
            try pki(days: 340).issued(.server("rotated-leaf-same-key")).certificate.publicKeyInfo
                == before.publicKeyInfo
        )
    }

    @Test func anAuthorityThatEndsIsIssuedAnewAndItsLeavesGoOn() throws {
        let root = try pki().issued(.authority("root")).certificate
        let later = try pki(days: 3_640)
        let renewed = try later.issued(.authority("root")).certificate
        #expect(renewed != root)
        #expect(renewed.publicKeyInfo == root.publicKeyInfo)
        #expect(try later.issued(.authority("intermediate")).certificate.issuer == renewed.subject)
    }

    @Test func aChangedRecipeIssuesAnew() throws {
        let before = try pki().issued(.server("good")).certificate
        let path = Countersign.checkout + "/certs/lab.json5"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let changed = text.replacing("good: { port: 9443,", with: "good: { certificate: { days: 90 }, port: 9443,")
        try #require(changed != text)
        let recipe = try LabRecipe(parsing: Array(changed.utf8), file: "lab.json5")
        let after = try pki(recipe: recipe).issued(.server("good")).certificate
        #expect(after.publicKeyInfo == before.publicKeyInfo)
        #expect(after.notAfter.timeIntervalSinceNow < 91 * Self.day)
    }

    @Test func anotherKindOfKeyIsANewKey() throws {
        _ = try pki().issued(.server("good"))
        let path = Countersign.checkout + "/certs/lab.json5"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let changed = text.replacing(
            "good: { port: 9443,",
            with: "good: { certificate: { key: \"P-384\" }, port: 9443,"
        )
        let recipe = try LabRecipe(parsing: Array(changed.utf8), file: "lab.json5")
        #expect(try pki(recipe: recipe).issued(.server("good")).certificate.key.description == "EC P-384")
    }

    @Test(arguments: ["", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "\u{0}\u{1}"])
    func aDamagedFileIsIssuedAnew(_ content: String) throws {
        let before = try pki().issued(.server("good")).certificate
        try folder.write("server-good.pem", text: content)
        let after = try pki().issued(.server("good")).certificate
        #expect(after != before)
        #expect(try pki().issued(.server("good")).certificate == after)
    }

    @Test func aKeyOfAnotherCertificateIsNoticed() throws {
        _ = try pki().issued(.server("good"))
        _ = try pki().issued(.server("expired"))
        let good = try String(contentsOfFile: folder.file("server-good.pem"), encoding: .utf8)
        let expired = try String(contentsOfFile: folder.file("server-expired.pem"), encoding: .utf8)
        let cut = try #require(good.range(of: "-----BEGIN PRIVATE KEY-----"))
        let other = try #require(expired.range(of: "-----BEGIN PRIVATE KEY-----"))
        try folder.write("server-good.pem", text: String(good[..<cut.lowerBound] + expired[other.lowerBound...]))
        let issued = try pki().issued(.server("good"))
        #expect(issued.key.publicKeyInfo == issued.certificate.publicKeyInfo)
    }

    @Test func filesAreForTheUserAlone() throws {
        _ = try pki().issued(.identity("client"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.contains("identity-client.pem"))
        #expect(!names.contains { $0.hasSuffix(".new") })
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func twoAtTheSameTimeAgree() async throws {
        let certificates = try await withThrowingTaskGroup(of: [Certificate].self) { group in
            for _ in 0..<4 {
                let pki = try pki()
                group.addTask {
                    try ["good", "wrong-host", "rotated-leaf-same-key"].map { try pki.issued(.server($0)).certificate }
                }
            }
            return try await group.reduce(into: [[Certificate]]()) { $0.append($1) }
        }
        #expect(Set(certificates).count == 1)
    }

    @Test func everyCertificateOfTheRecipeCanBeIssued() throws {
        let recipe = try RunningLab.recipe()
        let pki = try pki()
        for name in recipe.authorities.keys { _ = try pki.issued(.authority(name)) }
        for name in recipe.identityNames { _ = try pki.issued(.identity(name)) }
        for scenario in recipe.scenarios { _ = try pki.issued(.server(scenario.name)) }
    }

    @Test func whatCannotBeIssuedIsNamed() throws {
        // A digest longer than the key: the signature has no room for it.
        let text = LabRecipeTests.source.replacing(
            "issuer: \"lower\", days: 10",
            with: "issuer: \"self\", key: \"rsa-512\", digest: \"sha512\""
        )
        let recipe = try LabRecipe(parsing: Array(text.utf8), file: "lab.json5")
        let problem = #expect(throws: Problem.self) { try pki(recipe: recipe).issued(.server("two")) }
        #expect(problem?.code == .configKey)
        #expect(problem?.sentence.contains("scenario two") == true)
    }
}
