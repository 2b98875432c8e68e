/// The anchors in force, by certificate: the request's lists under the rule "only these count".
struct AnchorSet: Sendable {
    /// Every anchor, in the order app, user, system.
    let certificates: [Certificate]
    private let kinds: [SHA256Digest: AnchorKind]

    init(_ anchors: Anchors) {
        var all: [Certificate] = []
        var kinds: [SHA256Digest: AnchorKind] = [:]
        let system = anchors.system + (anchors.systemStore?.certificates ?? [])
        let lists: [(AnchorKind, [Certificate])] =
            anchors.appOnly
            ? [(.app, anchors.app)] : [(.app, anchors.app), (.user, anchors.user), (.system, system)]
        for (kind, list) in lists {
            for certificate in list where kinds[certificate.sha256] == nil {
                kinds[certificate.sha256] = kind
                all.append(certificate)
            }
        }
        certificates = all
        self.kinds = kinds
    }

    /// The kind of anchor that a certificate is; nil for one that is none.
    func kind(of certificate: Certificate) -> AnchorKind? { kinds[certificate.sha256] }
}
