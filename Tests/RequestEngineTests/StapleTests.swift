import COpenSSL
import Diagnosis
import Events
import Foundation
import Testing
import Trust

@testable import RequestEngine

/// A staple is asked for, handed to `Trust`, and obeyed, also where it comes after the challenge.
@Suite struct StapleTests {
    @Test(arguments: HoldTests.versions, [V_OCSP_CERTSTATUS_GOOD, V_OCSP_CERTSTATUS_REVOKED])
    func theStapleIsJudged(_ tls: TestConnection.TLS, _ status: Int32) async throws {
        let pki = TestPKI.shared
        let result = try await fire(tls, staple: pki.staple(status))
        guard status == V_OCSP_CERTSTATUS_REVOKED else {
            #expect(result.isComplete, "\(result.outcome.reason)")
            return
        }
        #expect(result.outcome.refusal == .weRefusedServer)
        #expect(result.outcome.code == .revocationRevoked)
        #expect(result.outcome.reason.contains("stapled OCSP response"))
    }

    @Test(arguments: HoldTests.versions) func withoutAStapleNothingChanges(_ tls: TestConnection.TLS) async throws {
        let result = try await fire(tls, staple: nil)
        #expect(result.isComplete, "\(result.outcome.reason)")
    }

    private func fire(_ tls: TestConnection.TLS, staple: [UInt8]?) async throws -> ExchangeResult {
        let context = TestConnection.context(tls)
        let box = StapleBox(staple)
        co_set_staple_callback(
            context.pointer,
            { ssl, argument in
                guard let ssl, let argument else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                let box = Unmanaged<StapleBox>.fromOpaque(argument).takeUnretainedValue()
                return box.give(ssl) ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK
            },
            Unmanaged.passUnretained(box).toOpaque()
        )
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(decisions: .trusting(TestPKI.shared.root))
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        withExtendedLifetime(box) {}
        return result
    }
}

/// A staple as OpenSSL's server wants it: a copy of its own for each connection.
private final class StapleBox: Sendable {
    private let bytes: [UInt8]?

    init(_ bytes: [UInt8]?) { self.bytes = bytes }

    func give(_ ssl: OpaquePointer) -> Bool {
        guard let bytes else { return false }
        return co_give_staple(ssl, bytes, bytes.count) == 1
    }
}

extension DecisionMaker {
    /// Trust's own decisions, with one anchor of the system's.
    fileprivate static func trusting(_ root: TestPKI.Entity) -> DecisionMaker {
        let anchor = root.value
        return DecisionMaker(
            serverTrust: { question, setup in
                var question = question
                question.anchors.system = [anchor]
                return Decider.serverTrust(question, profile: setup.profile)
            },
            clientCertificate: DecisionMaker.trust.clientCertificate,
            effect: { answer, challenge in
                guard case .serverTrust(var question) = challenge.question else { return challenge.effect(of: answer) }
                question.anchors.system = [anchor]
                return Decider.effect(of: answer, serverTrust: question, decision: challenge.decision)
            }
        )
    }
}

extension TestPKI {
    /// An OCSP response about the server's certificate, by its issuer.
    fileprivate func staple(_ status: Int32) -> [UInt8] {
        guard let basic = OCSP_BASICRESP_new(),
            let identifier = OCSP_cert_to_id(EVP_sha1(), server.certificate, intermediate.certificate)
        else { return [] }
        let now = Int(Date().timeIntervalSince1970)
        let (from, until) = (ASN1_TIME_set(nil, now - 3600), ASN1_TIME_set(nil, now + 3600))
        let isRevoked = status == V_OCSP_CERTSTATUS_REVOKED
        OCSP_basic_add1_status(basic, identifier, status, 1, isRevoked ? from : nil, from, until)
        OCSP_basic_sign(basic, intermediate.certificate, intermediate.key, EVP_sha256(), nil, 0)
        let response = OCSP_response_create(0, basic)
        defer {
            OCSP_BASICRESP_free(basic)
            OCSP_CERTID_free(identifier)
            OCSP_RESPONSE_free(response)
            ASN1_TIME_free(from)
            ASN1_TIME_free(until)
        }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = i2d_OCSP_RESPONSE(response, &bytes)
        defer { co_openssl_free(bytes) }
        return bytes.map { Array(UnsafeBufferPointer(start: $0, count: Int(count))) } ?? []
    }
}
