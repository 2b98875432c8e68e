import Diagnosis
import FileSamples
import Foundation

@testable import Trust

/// Files that people hand to the program.
enum FileFuzzing {
    private static let names = ["a.pem", "a.cer", "a.p12", "a"]

    static func readAsAnything(_ bytes: [UInt8]) {
        let snapshot = FilePKI.file(names[bytes.count % names.count], bytes)
        for role in CertificateFile.Role.allCases {
            let file = CertificateFile(snapshot, as: role, at: FilePKI.now)
            _ = FileReport(file: snapshot.typed, file).lines()
            for certificate in file.certificates { _ = CertificateText.describe(certificate) }
            for form in CertificateForm.allCases { _ = try? form.encode(file.certificates, from: "a") }
        }
        open(snapshot)
        _ = AppBundle(files: [snapshot])
    }

    static func open(_ bytes: [UInt8]) { open(FilePKI.file("a.p12", bytes)) }

    private static func open(_ snapshot: FileSnapshot) {
        let file = IdentityFile(snapshot, options: .init(passPhrase: PassPhrase("secret"), date: FilePKI.now))
        _ = FileReport(file: snapshot.typed, file).lines()
        for identity in file.identities { _ = identity.weaknesses(atSecurityLevel: 2) }
        // What opened can be written, and opens again.
        guard file.problem == nil, let key = file.identities.first?.leaf.key,
            key.algorithm == "EC" || key.algorithm == "RSA"
        else { return }
        guard
            let written = try? IdentityForm.pem.encode(
                file.identities,
                withChain: true,
                passPhrase: PassPhrase(""),
                from: "a"
            )
        else { return }
        let again = IdentityFile(FilePKI.file("b.pem", written))
        precondition(again.identities.map(\.leaf).contains(file.identities[0].leaf), "what was written does not open")
    }

    /// The list inside of a signed message, as a provisioning profile has it.
    static func readProfile(_ bytes: [UInt8]) {
        let snapshot = FilePKI.file("a.mobileprovision", FixtureBundle.pkcs7([], content: bytes))
        _ = CertificateFile(snapshot).problem
    }

    // MARK: Corpus

    static func everyKind() throws -> [[UInt8]] {
        let pki = try FilePKI.shared.get()
        let (leaf, key) = (pki.leaf, pki.leaf.key)
        let text = { (text: String) in Array(text.utf8) }
        let files: [[UInt8]] = [
            leaf.der, leaf.der + pki.issuing.der, text(leaf.pem + pki.issuing.pem + pki.root.pem),
            text(leaf.pem.replacing("\n", with: "\r\n")),
            text("Bag Attributes\n" + leaf.pem + FilePKI.pem("PRIVATE KEY", key.pkcs8)),
            text(key.encryptedTraditionalPEM("secret") + leaf.pem), text(FilePKI.pem("PUBLIC KEY", key.publicKeyInfo)),
            text(FilePKI.pem("ENCRYPTED PRIVATE KEY", key.encrypted("secret")) + leaf.pem), key.pkcs8, key.traditional,
            key.encrypted("secret"), key.publicKeyInfo, key.request("x"), FixtureBundle.pkcs7([leaf, pki.issuing]),
            text(FilePKI.pem("PKCS7", FixtureBundle.pkcs7([leaf]))), text(Data(leaf.der).base64EncodedString()),
            [0xFF, 0xFE] + leaf.pem.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            [0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 0x61, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5],
            text("<!doctype html><html><title>x</title>"), pki.rsa.key.traditional,
        ]
        return files + (try containers())
    }

    static func containers() throws -> [[UInt8]] {
        let pki = try FilePKI.shared.get()
        var bare = FixtureContainer(pki.leaf)
        bare.macDigest = nil
        return try [FixtureContainer.Scheme.rc2, .tripleDES, .aes256, .aes128].map { scheme in
            try FixtureContainer(pki.leaf, issuers: [pki.issuing], scheme: scheme).bytes()
        } + [bare.bytes(), FixtureContainer(pki.leaf, passPhrase: "").bytes()]
    }

    static func propertyLists() throws -> [[UInt8]] {
        let list: [String: Any] = [
            "TeamName": "Lab", "TeamIdentifier": ["AB12"], "ProvisionedDevices": ["a", "b"],
            "ExpirationDate": FilePKI.now,
            "Entitlements": ["application-identifier": "AB12.x"],
            "DeveloperCertificates": [Data(try FilePKI.shared.get().leaf.der)],
        ]
        return try [PropertyListSerialization.PropertyListFormat.xml, .binary].map { format in
            [UInt8](try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0))
        }
    }
}
