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
    /// Built into the system too, and decoded when a chain asks for them; ``reached(from:)`` puts those into `system`.
    public var systemStore: AnchorStore?

    /// Anchors of the given kinds; absent lists are empty.
    public init(
        app: [Certificate] = [],
        appOnly: Bool = false,
        user: [Certificate] = [],
        system: [Certificate] = [],
        systemStore: AnchorStore? = nil
    ) {
        self.app = app
        self.appOnly = appOnly
        self.user = user
        self.system = system
        self.systemStore = systemStore
    }

    /// The same anchors with those of the store that a path from these certificates can touch, and no store.
    public func reached(from chain: [Certificate]) -> Anchors {
        guard let store = systemStore else { return self }
        var anchors = self
        anchors.systemStore = nil
        anchors.system += store.withinReach(of: chain)
        return anchors
    }
}
