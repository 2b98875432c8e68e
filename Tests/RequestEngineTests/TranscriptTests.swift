import COpenSSL
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// The messages of real handshakes, decoded for a diagram; and that no message of anybody's making traps.
@Suite struct TranscriptTests {
    private func messages(_ tls: TestConnection.TLS) async throws -> [HandshakeMessageFacts] {
        let pki = TestPKI.shared
        let context = TestConnection.context(tls)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(identities: [pki.client.identity(chain: [pki.intermediate])])
        #expect(try await bench.fire(server.port).isComplete)
        bench.end()
        server.stop()
        return bench.recording.events(of: 1).compactMap { event in
            if case .handshakeMessage(let facts) = event.kind { facts } else { nil }
        }
    }

    @Test func tls13IsDecoded() async throws {
        let all = try await messages(.v13.asking([TestPKI.shared.root, TestPKI.shared.otherRoot]))
        let hello = try #require(all.first?.content)
        #expect(hello.versions == ["1.3", "1.2"])
        #expect(hello.serverName == "localhost")
        #expect(hello.protocols == ["h2", "http/1.1"])
        #expect(hello.cipherSuites?.contains("TLS_AES_128_GCM_SHA256") == true)
        #expect(hello.groups?.prefix(2) == ["X25519", "P-256"])
        #expect(hello.keyShares == ["X25519"])
        #expect(hello.signatureAlgorithms?.contains("ecdsa_secp256r1_sha256") == true)
        #expect(hello.resumes == false)
        let answer = try #require(all.first { $0.name == "ServerHello" }?.content)
        #expect(answer.versions == ["1.3"])
        #expect(answer.cipherSuites == ["TLS_AES_256_GCM_SHA384"])
        #expect(answer.keyShares == ["X25519"])
        #expect(answer.isRetryRequest == false)
        let request = try #require(all.first { $0.name == "CertificateRequest" })
        #expect(request.content?.authorityCount == 2)
        #expect(request.content?.authorities == ["CN=Test Root", "CN=Other Root"])
        #expect(request.content?.signatureAlgorithms?.contains("ed25519") == true)
        #expect(request.detail.hasSuffix("2 issuers named"))
        #expect(all.filter { $0.name == "Certificate" }.map(\.content?.certificateCount) == [2, 2])
        let proofs = all.filter { $0.name == "CertificateVerify" }
        #expect(proofs.map(\.detail) == ["ecdsa_secp256r1_sha256", "ecdsa_secp256r1_sha256"])
        #expect(all.last?.content?.ticketLifetime == 7200)
        #expect(all.last?.detail == "for 7200 s")
    }

    @Test func tls12IsDecoded() async throws {
        let all = try await messages(.v12.asking([TestPKI.shared.root]))
        let exchange = try #require(all.first { $0.name == "ServerKeyExchange" })
        #expect(exchange.content?.groups == ["X25519"])
        #expect(exchange.content?.signatureAlgorithms == ["ecdsa_secp256r1_sha256"])
        let request = try #require(all.first { $0.name == "CertificateRequest" })
        #expect(request.content?.keyTypes == ["RSA", "DSA", "EC"])
        #expect(request.content?.authorities == ["CN=Test Root"])
        #expect(request.detail == "RSA DSA EC, 1 issuer named")
        #expect(all.first { $0.name == "ServerHello" }?.content?.versions == ["1.2"])
    }

    @Test func fiveHundredAuthoritiesAreCountedAndSomeNamed() async throws {
        let authorities = (0..<500).map { number in
            TestPKI.make(.init(commonName: "Authority \(number)", isAuthority: true))
        }
        for version in HoldTests.versions {
            let all = try await messages(version.asking(authorities, required: false))
            let content = try #require(all.first { $0.name == "CertificateRequest" }?.content)
            #expect(content.authorityCount == 500)
            #expect(content.authorities?.count == HandshakeMessage.namedAuthorities)
            #expect(content.authorities?.last == "CN=Authority 19")
        }
    }

    /// Extensions of a Certificate message, a staple and timestamps, which no server here sends.
    @Test func staplesAndTimestampsAreFound() {
        let sct: [UInt8] = [0, 18, 0, 8, 0, 6, 0, 1, 9, 0, 1, 9]
        let staple: [UInt8] = [0, 5, 0, 7, 1, 0, 0, 3, 1, 2, 3]
        let entry: [UInt8] = [0, 0, 1, 9] + [0, UInt8(sct.count + staple.count)] + sct + staple
        let body: [UInt8] = [0, 0, 0, UInt8(entry.count)] + entry
        let content = HandshakeMessage(contentType: .handshake, bytes: [11, 0, 0, 0] + body)?
            .content(isTLS13: true) { _ in nil }
        #expect(content?.certificateCount == 1)
        #expect(content?.stapleBytes == 3)
        #expect(content?.timestampCount == 2)
        let status = HandshakeMessage(contentType: .handshake, bytes: [22, 0, 0, 7, 1, 0, 0, 3, 1, 2, 3])
        #expect(status?.content(isTLS13: false) { _ in nil }?.stapleBytes == 3)
        #expect(HandshakeMessage.detail(of: content, type: 11) == "1 certificate, staple of 3 bytes, 2 SCTs")
    }

    @Test func noLengthTraps() {
        var generator = SystemRandomNumberGenerator()
        for type in UInt8(0)...30 {
            for isTLS13 in [false, true] {
                for length in 0..<80 {
                    for _ in 0..<8 {
                        // Small numbers make lengths that are nearly right.
                        let body = (0..<length).map { _ in
                            Bool.random(using: &generator)
                                ? UInt8.random(in: 0...9, using: &generator)
                                : UInt8.random(in: 0...255, using: &generator)
                        }
                        let message = HandshakeMessage(contentType: .handshake, bytes: [type, 0, 0, 0] + body)
                        let content = message?.content(isTLS13: isTLS13) { _ in nil }
                        let detail = HandshakeMessage.detail(of: content, type: type)
                        #expect(!detail.contains("\u{1B}"))
                    }
                }
            }
        }
    }
}
