import Synchronization
import Trust

/// A user and a password (`URLCredential(user:password:persistence:)`). The password shows itself nowhere.
public struct PasswordCredential: Sendable {
    /// The user's name.
    public var user: String
    /// The password.
    public var password: PassPhrase

    /// A credential of known parts.
    public init(user: String, password: PassPhrase) {
        self.user = user
        self.password = password
    }
}

/// The credentials of a session, one a protection space, kept for as long as the session lives.
public final class CredentialStore: Sendable {
    struct Space: Hashable, Sendable {
        var host: String
        var port: Int
        var isProxy: Bool
        var method: AuthenticationMethod
        var realm: String?

        init(_ challenge: PasswordChallenge) {
            host = challenge.host.lowercased()
            port = challenge.port
            isProxy = challenge.isProxy
            method = challenge.method
            realm = challenge.realm
        }
    }

    private let content = Mutex<[Space: PasswordCredential]>([:])

    /// An empty store.
    public init() {}

    subscript(space: Space) -> PasswordCredential? {
        get { content.withLock { $0[space] } }
        set { content.withLock { $0[space] = newValue } }
    }

    /// The hosts that a credential is kept for, each with its space in words.
    public var spaces: [(host: String, user: String)] {
        let hosts = content.withLock { $0.map { ($0.key.host, Self.words($0.key, $0.value)) } }
        return hosts.map { (host: $0.0, user: $0.1) }.sorted { $0.user < $1.user }
    }

    /// The spaces that a credential is kept for, with the user's name: `alice at host:443, realm "lab"`.
    public var kept: [String] { spaces.map(\.user) }

    private static func words(_ space: Space, _ credential: PasswordCredential) -> String {
        let realm = space.realm.map { ", realm \"\($0)\"" } ?? ""
        let place = "\(space.host):\(space.port)" + (space.isProxy ? " (proxy)" : "")
        return "\(credential.user) at \(place), \(space.method.rawValue)\(realm)"
    }
}
