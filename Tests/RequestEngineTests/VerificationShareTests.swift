import COpenSSL
import Foundation
import Testing
import Trust

/// How much of a handshake's work is the verification of the chain.
@Suite struct VerificationShareTests {
    /// "Verification is 90 % of the CPU": far from it, by OpenSSL's own measure.
    @Test func verifyingTheChainIsASmallPart() throws {
        #expect(ArticleClaim.all.first { $0.claim.hasPrefix("Verification is 90 %") }?.verdict == .wrong)
        let pki = TestPKI.shared
        let server = try context(TLS_server_method())
        SSL_CTX_use_certificate(server, pki.server.certificate)
        SSL_CTX_use_PrivateKey(server, pki.server.key)
        let chain = try #require(co_x509_stack_new())
        co_x509_stack_push(chain, pki.intermediate.certificate)
        co_ctx_set_chain(server, chain)
        co_x509_stack_free(chain)
        let client = try context(TLS_client_method())
        X509_STORE_add_cert(SSL_CTX_get_cert_store(client), pki.root.certificate)
        defer {
            SSL_CTX_free(server)
            SSL_CTX_free(client)
        }
        var spent: [Int32: Double] = [:]
        // In turns, so that a busy machine is as unfair to the one as to the other.
        for _ in 0..<40 {
            for mode in [SSL_VERIFY_NONE, SSL_VERIFY_PEER] {
                SSL_CTX_set_verify(client, mode, nil)
                spent[mode, default: 0] += try handshake(client, server)
            }
        }
        let with = try #require(spent[SSL_VERIFY_PEER])
        let without = try #require(spent[SSL_VERIFY_NONE])
        let share = (with - without) / with
        #expect(share < 0.5, "\(Int(share * 100)) %")
    }

    private func context(_ method: OpaquePointer?) throws -> OpaquePointer { try #require(SSL_CTX_new(method)) }

    /// The processor time of one handshake in memory, both sides, in seconds.
    private func handshake(_ client: OpaquePointer, _ server: OpaquePointer) throws -> Double {
        let (near, far) = (try #require(SSL_new(client)), try #require(SSL_new(server)))
        defer {
            SSL_free(near)
            SSL_free(far)
        }
        let (up, down) = (try #require(BIO_new(BIO_s_mem())), try #require(BIO_new(BIO_s_mem())))
        BIO_up_ref(up)
        BIO_up_ref(down)
        SSL_set_bio(near, down, up)
        SSL_set_bio(far, up, down)
        SSL_set_connect_state(near)
        SSL_set_accept_state(far)
        let start = clock()
        var turns = 0
        while SSL_is_init_finished(near) == 0 || SSL_is_init_finished(far) == 0 {
            _ = SSL_do_handshake(near)
            _ = SSL_do_handshake(far)
            turns += 1
            try #require(turns < 20)
        }
        return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }
}
