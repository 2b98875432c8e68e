import FileSamples
import Foundation
import Testing

@testable import Diagnosis
@testable import Trust

/// Every kind of file under every extension: what it is, is told by its bytes; its name adds a remark at most.
@Suite struct EveryKindTests {
    struct Kind {
        let name: String
        let bytes: [UInt8]
        let format: FileFormat?
        /// What decides when it is looked at as certificates, and as an identity; nil where it can be used.
        let certificate: DiagnosisCode?
        let identity: DiagnosisCode?
        /// Remarks that it has under any name.
        var always: Set<DiagnosisCode> = []
    }

    static let extensions = [
        "cer", "crt", "der", "pem", "p12", "pfx", "p7b", "p7c", "p8", "key", "pub", "csr", "jks", "txt", "html",
        "mobileprovision", "keystore", "b64", "bin", "",
    ]
    /// Remarks about names.
    static let naming: Set<DiagnosisCode> = [.fileIsPem, .fileIsDer, .fileIsP12]

    func kinds() throws -> [Kind] {
        let pki = try FilePKI.shared.get()
        let (leaf, key) = (pki.leaf, pki.leaf.key)
        let text = { (text: String) in Array(text.utf8) }
        let keyPEM = FilePKI.pem("PRIVATE KEY", key.pkcs8)
        let bundle = FixtureBundle.pkcs7([leaf, pki.issuing])
        let container = try FixtureContainer(leaf, issuers: [pki.issuing]).bytes()
        let aes = try FixtureContainer(leaf, issuers: [pki.issuing], scheme: .aes256).bytes()
        let profile = try PropertyListSerialization.data(
            fromPropertyList: ["TeamIdentifier": ["AB12"], "DeveloperCertificates": [Data(leaf.der)]],
            format: .xml,
            options: 0
        )
        return [
            Kind(name: "DER", bytes: leaf.der, format: .der, certificate: nil, identity: .p12NoKey),
            Kind(name: "PEM", bytes: text(leaf.pem), format: .pem, certificate: nil, identity: .p12NoKey),
            Kind(
                name: "CRLF",
                bytes: text(leaf.pem.replacing("\n", with: "\r\n")),
                format: .pem,
                certificate: nil,
                identity: .p12NoKey
            ),
            Kind(
                name: "BOM and preamble",
                bytes: [0xEF, 0xBB, 0xBF] + text("subject\n" + leaf.pem),
                format: .pem,
                certificate: nil,
                identity: .p12NoKey
            ),
            Kind(
                name: "UTF-16",
                bytes: [0xFF, 0xFE] + leaf.pem.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
                format: .pem,
                certificate: nil,
                identity: .p12NoKey,
                always: [.fileUtf16]
            ),
            Kind(
                name: "several, wrong order",
                bytes: text(pki.root.pem + pki.issuing.pem + leaf.pem),
                format: .pem,
                certificate: nil,
                identity: .p12NoKey
            ),
            Kind(name: "PEM identity", bytes: text(leaf.pem + keyPEM), format: .pem, certificate: nil, identity: nil),
            Kind(
                name: "PKCS#7",
                bytes: bundle,
                format: .pkcs7,
                certificate: nil,
                identity: .fileIsPkcs7,
                always: [.fileIsPkcs7]
            ),
            Kind(
                name: "PKCS#7 in PEM",
                bytes: text(FilePKI.pem("PKCS7", bundle)),
                format: .pem,
                certificate: nil,
                identity: .p12NoKey,
                always: [.fileIsPkcs7]
            ),
            Kind(name: "PKCS#12", bytes: container, format: .pkcs12, certificate: .fileIsP12, identity: nil),
            Kind(
                name: "PKCS#12, AES",
                bytes: aes,
                format: .pkcs12,
                certificate: .fileIsP12,
                identity: nil,
                always: [.p12Apple]
            ),
            Kind(
                name: "PKCS#12 in base64",
                bytes: text(Data(container).base64EncodedString()),
                format: .pkcs12,
                certificate: .fileIsP12,
                identity: nil,
                always: [.p12Base64]
            ),
            Kind(
                name: "PKCS#12, cut",
                bytes: Array(container.dropLast(9)),
                format: .pkcs12,
                certificate: .fileIsP12,
                identity: .p12Truncated
            ),
            Kind(
                name: "JKS",
                bytes: [0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2, 0, 0, 0, 0],
                format: .javaKeyStore,
                certificate: .fileIsJks,
                identity: .fileIsJks
            ),
            Kind(
                name: "key",
                bytes: key.pkcs8,
                format: .privateKey,
                certificate: .fileIsPrivateKey,
                identity: .fileIsPrivateKey
            ),
            Kind(
                name: "key in PEM",
                bytes: text(keyPEM),
                format: .pem,
                certificate: .fileIsPrivateKey,
                identity: .fileIsPrivateKey
            ),
            Kind(
                name: "public key",
                bytes: key.publicKeyInfo,
                format: .publicKey,
                certificate: nil,
                identity: .fileIsPublicKey,
                always: [.fileIsPublicKey]
            ),
            Kind(
                name: "CSR",
                bytes: key.request("x"),
                format: .certificateRequest,
                certificate: .fileIsCsr,
                identity: .fileIsCsr
            ),
            Kind(
                name: "HTML",
                bytes: text("<!doctype html><title>x</title>"),
                format: .html,
                certificate: .fileIsHtml,
                identity: .fileIsHtml
            ),
            Kind(
                name: "profile",
                bytes: FixtureBundle.pkcs7([pki.root], content: [UInt8](profile)),
                format: .provisioningProfile,
                certificate: .fileIsMobileprovision,
                identity: .fileIsMobileprovision
            ),
            Kind(
                name: "noise",
                bytes: text("neither fish nor fowl"),
                format: .unrecognized,
                certificate: .fileUnrecognized,
                identity: .fileUnrecognized
            ),
            Kind(name: "nothing", bytes: [], format: nil, certificate: .fileEmpty, identity: .fileEmpty),
        ]
    }

    @Test func everyKindUnderEveryExtension() throws {
        for kind in try kinds() {
            for suffix in Self.extensions {
                let file = FilePKI.file(suffix.isEmpty ? "file" : "file." + suffix, kind.bytes)
                let certificate = CertificateFile(file)
                #expect(certificate.format == kind.format, "\(kind.name).\(suffix)")
                #expect(certificate.problem?.code == kind.certificate, "\(kind.name).\(suffix)")
                let identity = IdentityFile(file, options: .init(passPhrase: PassPhrase("secret")))
                #expect(identity.format == kind.format, "\(kind.name).\(suffix)")
                #expect(identity.problem?.code == kind.identity, "\(kind.name).\(suffix): \(identity.problem as Any)")
                let decided = Set([kind.certificate, kind.identity].compactMap(\.self))
                for codes in [certificate.codes, identity.codes] {
                    let further = Set(codes).subtracting(kind.always).subtracting(decided)
                    #expect(further.isSubset(of: Self.naming), "\(kind.name).\(suffix): \(further)")
                }
            }
        }
    }

    @Test func theTableOfDetectorsIsTriedInItsOrder() {
        #expect(
            FileDetector.table.map(\.kind) == [
                "Java key store", "HTML", "PEM", "X.509 certificate", "PKCS#12", "PKCS#7", "private key", "public key",
                "certificate signing request", "revocation list", "cut or damaged certificate", "base64 of these",
            ]
        )
    }

    @Test func messagesNameTheFileAsItWasTyped() throws {
        let pki = try FilePKI.shared.get()
        let file = FileSnapshot(path: "/lab/d/x.cer", content: .success(Array(pki.leaf.pem.utf8)), typed: "d/x.cer")
        let remark = try #require(CertificateFile(file).remarks.first)
        #expect(remark.sentence.hasPrefix("\"d/x.cer\" is PEM"))
        #expect(remark.remedy?.contains("-in d/x.cer -outform DER -out d/x-der.cer") == true)
        let identity = IdentityFile(file)
        #expect(identity.problem?.sentence.contains("\"d/x.cer\"") == true)
        #expect(identity.name == "x.cer")
    }
}
