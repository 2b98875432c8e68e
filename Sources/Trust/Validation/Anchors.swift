/// The trust anchors of an evaluation, by who put them there.
///
/// Any certificate may be an anchor, also a leaf or an intermediate: a path ends at the first one.
public struct Anchors: Hashable, Sendable {
    /// Set by the program (`SecTrustSetAnchorCertificates`).
    public var app: [Certificate]
    /// Only `app` counts.
    public var appOnly: Bool
    /// Installed by the user or an administrator.
    public var user: [Certificate]
    /// Built into the system.
    public var system: [Certificate]

    /// Anchors of the given kinds; absent lists are empty.
    public init(
        app: [Certificate] = [],
        appOnly: Bool = false,
        user: [Certificate] = [],
        system: [Certificate] = []
    ) {
        self.app = app
        self.appOnly = appOnly
        self.user = user
        self.system = system
    }
}
