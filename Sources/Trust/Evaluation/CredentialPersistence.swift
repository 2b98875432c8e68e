/// How long a credential is kept (URLCredential.Persistence): what the code asks for and what comes of it.
public struct CredentialPersistence: Hashable, Sendable, Codable {
    /// NSURLCredentialPersistence…
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// For this answer alone.
        case none
        /// As long as the session.
        case forSession
        /// In the keychain.
        case permanent
        /// In the keychain, on the user's other devices as well.
        case synchronizable
    }

    /// What the code asks for.
    public var asked: Kind
    /// What comes of it.
    public var effective: Kind

    /// The persistence of an identity: the argument is ignored, permanent storage exists for passwords alone.
    public init(asked: Kind) {
        self.asked = asked
        effective = .forSession
    }
}
