import FileSamples
import Foundation
import Testing

@testable import Diagnosis
@testable import Trust

@Suite struct CertificateTests {
    let pki: FilePKI

    init() throws { pki = try FilePKI.shared.get() }

    @Test func names() {
        let leaf = pki.leaf.certificate
        #expect(leaf.dnsNames == ["client.example.test"])
        #expect(leaf.ipAddressTexts == ["192.0.2.1", "2001:db8::1"])
        #expect(leaf.spkiPin.hasPrefix("sha256//"))
        #expect(leaf.extendedKeyUsage == ["1.3.6.1.5.5.7.3.2"])
        #expect(leaf.isValid(at: FilePKI.now))
        #expect(!leaf.isValid(at: leaf.notAfter.addingTimeInterval(1)))
        #expect(leaf.isValid(at: leaf.notAfter.addingTimeInterval(0.9)))
        #expect(!leaf.isValid(at: leaf.notBefore.addingTimeInterval(-0.1)))
    }

    @Test func description() {
        let lines = CertificateText.describe(pki.leaf.certificate)
        let values = Dictionary(grouping: lines, by: \.label).mapValues { $0.map(\.value) }
        #expect(values["subject"] == ["CN=client-one, O=Lab"])
        #expect(values["issuer"] == ["CN=Client Issuing CA, O=Lab"])
        #expect(values["valid"] == ["2026-01-01 00:00:00 UTC to 2028-01-01 00:00:00 UTC"])
        #expect(values["name"] == ["DNS client.example.test", "IP 192.0.2.1", "IP 2001:db8::1"])
        #expect(values["key"] == ["EC P-256"])
        #expect(values["signature"] == ["ecdsa-with-SHA256"])
        #expect(values["extended usage"] == ["clientAuth"])
        #expect(values["pin"] == [pki.leaf.certificate.spkiPin])
        #expect(values["constraints"] == ["no authority"])
    }

    @Test func hostileNamesAreShownHarmless() throws {
        var options = FixtureCertificate.Options()
        options.names = "DNS:a\u{1B}[31mb.test,email:x@y"
        let certificate = try FixtureCertificate.issue("evil\u{1B}]0;x\u{7}\u{202E}name", options).certificate
        let text = CertificateText.describe(certificate).map { $0.label + $0.value }.joined()
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        #expect(certificate.subject.text.contains("\\u{202e}"))
        #expect(certificate.dnsNames == ["a\\x1b[31mb.test"])
    }

    @Test func thousandsOfNamesAreCounted() throws {
        var options = FixtureCertificate.Options()
        options.names = (0..<2000).map { "DNS:h\($0).test" }.joined(separator: ",")
        let lines = CertificateText.describe(try FixtureCertificate.issue("many", options).certificate)
        #expect(lines.count { $0.label == "name" } == 51)
        #expect(lines.contains { $0.value == "and 1950 more" })
    }

    @Test func summaries() {
        let summary = CertificateSummary(certificate: pki.leaf.certificate, role: "leaf", anchor: "app")
        #expect(summary.spki == pki.leaf.certificate.spkiPin)
        #expect(summary.ipAddresses == ["192.0.2.1", "2001:db8::1"])
        #expect(summary.anchor == "app")
        let broken = CertificateSummary(presented: PresentedCertificate(encoded: [1, 2]), role: "leaf")
        #expect(broken.spki == nil)
        #expect(broken.sha256 == SHA256Digest(of: [1, 2]))
        #expect(CertificateSummary.role(of: pki.root.certificate, at: 2) == "root")
        #expect(CertificateSummary.role(of: pki.root.certificate, at: 0) == "leaf")
        #expect(CertificateSummary.role(of: pki.issuing.certificate, at: 1) == "intermediate")
    }

    // MARK: Chains and what is remembered of them

    @Test func chainOfBytes() {
        let chain = CertificateChain(der: [pki.leaf.der, [1, 2, 3], pki.issuing.der])
        #expect(chain.certificates == [pki.leaf.certificate, pki.issuing.certificate])
        #expect(chain.presented[1].encoded == [1, 2, 3])
        #expect(chain.leaf == pki.leaf.certificate)
        #expect(CertificateChain(der: []).leaf == nil)
        #expect(CertificateChain(borrowing: nil).presented.isEmpty)
    }

    @Test func aCertificateSeenAgainIsTheSameObject() {
        let cache = CertificateCache(certificates: 4, bytes: 1 << 20)
        let first = cache.presented(der: pki.leaf.der)
        var decoded = 0
        let again = cache.presented(der: pki.leaf.der) {
            decoded += 1
            return nil
        }
        #expect(first.certificate === again.certificate)
        #expect(decoded == 0)
    }

    @Test func theCacheIsBounded() {
        let cache = CertificateCache(certificates: 8, bytes: 1 << 20)
        for number in 0..<1000 { _ = cache.presented(der: [UInt8(number & 0xFF), UInt8(number >> 8)]) }
        #expect(cache.count <= 8)
        let small = CertificateCache(certificates: 8, bytes: 100)
        for size in [10, 49, 60, 5000] { _ = small.presented(der: [UInt8](repeating: 7, count: size)) }
        #expect(small.count <= 2)
    }

    @Test func manyThreadsShareTheCache() async {
        let der = pki.leaf.der
        let cache = CertificateCache(certificates: 16, bytes: 1 << 20)
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    cache.presented(der: number.isMultiple(of: 2) ? der : [UInt8(number)]).encoded.count > 0
                }
            }
            for await isThere in group { #expect(isThere) }
        }
        #expect(cache.presented(der: der).certificate?.der == der)
    }
}
