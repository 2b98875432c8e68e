import Trust

/// The panel in which a person answers a held challenge.
struct HoldPanel: Hashable, Sendable {
    var key: HeldKey
    /// Which of the identities on offer; the one behind the last is "another file".
    var identity = 0
    /// The accepting answer that waits for its second press.
    var armed: Intent?
    /// Whether the answer is to stand for every further challenge of this kind from this host.
    var standsForHost = false
}
