import Trust

/// How a client loads a page: which of its requests are answered by the app's own code.
enum PageTreatment: Hashable, Sendable {
    /// Every challenge of every resource is answered by the one client.
    case answersAll
    /// F8: a probe is answered by the app and cancelled at the first response; then the view loads everything by itself.
    case probesFirst
    /// F8s: the same, but the probe's body becomes a string of the view, which knows no address of its own.
    case showsString

    init(_ profile: ClientProfile) {
        switch profile.flow {
        case FlowReference("F8"): self = .probesFirst
        case FlowReference("F8s"): self = .showsString
        default: self = .answersAll
        }
    }

    /// The view as a client of its own: the system's policy, nothing of the app's.
    static func view(of profile: ClientProfile) -> ClientProfile {
        var view = ClientProfile(name: "web view")
        view.rules = profile.rules
        view.anchors.systemFiles = profile.anchors.systemFiles
        view.anchors.userFiles = profile.anchors.userFiles
        view.transportSecurity = profile.transportSecurity
        (view.minimumTLS, view.maximumTLS) = (profile.minimumTLS, profile.maximumTLS)
        view.securityLevel = profile.securityLevel
        view.answersKept = profile.answersKept
        return view
    }
}
