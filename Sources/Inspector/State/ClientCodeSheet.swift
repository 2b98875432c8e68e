import Report
import Trust

/// Client code that does what a client does, in one of the languages that there are.
struct ClientCodeSheet: Hashable, Sendable {
    /// The client that is written down.
    var profile: ClientProfile
    var target = ClientCodeTarget.urlsession
    /// The file's text; nil while it is written.
    var text: String?
}
