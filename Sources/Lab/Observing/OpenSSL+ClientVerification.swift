import COpenSSL
import Trust

/// The server's own verdict on a client certificate.
struct ClientVerdict: Sendable {
    /// The certificate that the client sent.
    var certificate: Certificate
    /// How many certificates it sent.
    var sent: Int
    /// X509_V_OK, or the first error that was met (X509_V_ERR_…).
    var error: Int32
    /// Every error that was met, in the order met, each once.
    var errors: [Int32]

    /// Whether the server takes the certificate.
    var isVerified: Bool { error == X509_V_OK }

    /// `X509_V_OK`, or the first error's name.
    var errorName: String { X509ErrorName.name(of: error) }
}

/// Verifies a client's chain inside the handshake and writes the verdict down.
enum ClientVerification {
    /// To be called by OpenSSL in place of its own verification; 1 lets the handshake go on.
    static func run(_ context: OpaquePointer?) -> Int32 {
        guard let context, let observer = observer(of: context), let leaf = X509_STORE_CTX_get0_cert(context) else {
            return 0
        }
        observer.errors = []
        X509_STORE_CTX_set_verify_cb(context) { isFine, context in
            if isFine == 0, let context, let observer = ClientVerification.observer(of: context) {
                let error = X509_STORE_CTX_get_error(context)
                if !observer.errors.contains(error) { observer.errors.append(error) }
            }
            // Going on after an error finds the others.
            return 1
        }
        if X509_verify_cert(context) <= 0, observer.errors.isEmpty { observer.errors = [X509_V_ERR_UNSPECIFIED] }
        let error = observer.errors.first ?? X509_V_OK
        // Decides the alert, and is what SSL_get_verify_result returns later, after a resumption too.
        X509_STORE_CTX_set_error(context, error)
        X509_up_ref(leaf)
        observer.verdict = ClientVerdict(
            certificate: Certificate(takingOwnershipOf: leaf),
            sent: Int(co_stack_count(UnsafeRawPointer(X509_STORE_CTX_get0_untrusted(context)))),
            error: error,
            errors: observer.errors
        )
        return error == X509_V_OK || observer.letsUnverifiedIn ? 1 : 0
    }

    private static func observer(of context: OpaquePointer) -> TLSObserver? {
        guard let ssl = X509_STORE_CTX_get_ex_data(context, SSL_get_ex_data_X509_STORE_CTX_idx()) else { return nil }
        return TLSObserver.of(OpaquePointer(ssl))
    }
}
