/// Who vouches for an anchor.
enum AnchorKind: String, Hashable, Sendable {
    /// Set by the program.
    case app
    /// Installed by the user or an administrator.
    case user
    /// Built into the system.
    case system

    /// How a sentence says it.
    var words: String {
        switch self {
        case .app: "set by the app"
        case .user: "installed by the user"
        case .system: "in store"
        }
    }
}

/// One way up from the leaf, as far as it goes.
struct CandidatePath: Hashable, Sendable {
    /// How a path ends.
    enum End: Hashable, Sendable {
        /// At an anchor.
        case anchor(AnchorKind)
        /// At a self-signed certificate that is no anchor.
        case selfSigned
        /// Nothing at hand bears the name of the last one's issuer.
        case missingIssuer
        /// Certificates with the issuer's name are at hand, and no key of theirs verifies the last one's signature.
        case wrongKey(Certificate)
        /// Certificates with the issuer's name are at hand, and all of them are on the path already.
        case cycle
    }

    /// The certificates, leaf first.
    let members: [Certificate]
    /// How it ends.
    let end: End

    /// The anchor's kind; nil for a path without one.
    var anchorKind: AnchorKind? {
        if case .anchor(let kind) = end { return kind }
        return nil
    }
}
