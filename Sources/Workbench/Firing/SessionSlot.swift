import Trust

/// What a session is opened for: one for each place, and one more for each flow that brings an ephemeral one, whose
/// cookies, cache and credentials nobody else sees.
struct SessionSlot: Hashable, Sendable {
    /// Whose anchors stand for the system's.
    let place: Target.Place
    /// The flow that it belongs to alone; nil for everybody else's.
    let flow: FlowReference?

    init(_ place: Target.Place, _ profile: ClientProfile) {
        self.place = place
        let named = profile.flow.flatMap(Flow.named)
        flow = named?.settings.session == "ephemeral" ? named?.reference : nil
    }

    /// Why it is opened.
    var reason: String {
        let first = place == .lab ? "first request to the lab" : "first request outside the lab"
        return flow.map { "\(first), an ephemeral session of \($0)" } ?? first
    }
}
