import Events
import Trust

/// What an answer may carry (URLCredential).
public enum Credential: Sendable {
    /// The presented chain, taken as good (`URLCredential(trust:)`).
    case serverTrust
    /// A client identity, and what goes with its leaf (`URLCredential(identity:certificates:persistence:)`).
    case identity(Identity, sends: IdentityChainChoice)
    /// A user and a password (`URLCredential(user:password:persistence:)`).
    case password(PasswordCredential)
}

extension ClientAnswer {
    /// An answer as a person gives it: a disposition, and the credential that goes with it, if any.
    public init(_ disposition: Disposition, credential: Credential?) {
        switch credential {
        case nil: self.init(disposition, hasCredential: false)
        case .serverTrust, .password: self.init(disposition, hasCredential: true)
        case .identity(let identity, let sends):
            self.init(disposition, identity: identity.summary, sends: sends, hasCredential: true)
        }
    }
}
