import Events
import RequestEngine
import Trust

/// What of a pasted curl command line is no option of this program: passwords, and a body that is made already.
struct PastedRequest: Sendable {
    /// The password of `-u`.
    var password: PassPhrase?
    /// The password of `-U`.
    var proxyPassword: PassPhrase?
    /// The pass phrase of `--cert` or `--pass`.
    var identityPassPhrase: PassPhrase?
    /// The body.
    var body: BodyStream?
    /// The header fields that curl adds by itself to such a body.
    var fields: [HeaderField] = []
}
