import Diagnosis

/// Any client policy, as a value.
public struct Policy: Sendable {
    /// The policy itself.
    public var base: any TrustPolicy

    /// Wraps a policy.
    public init(_ base: some TrustPolicy) { self.base = base }

    /// Every kind of policy; a new one gets a line here.
    static let kinds: [any TrustPolicy.Type] = [
        SystemPolicy.self,
        SecTrustPolicy.self,
        AFSecurityPolicy.self,
        AFSessionManager.self,
        AlamofirePolicy.self,
        TrustKitPolicy.self,
        PinnedDomains.self,
        AndroidNetworkPolicy.self,
        AcceptAny.self,
    ]

    /// The system's own evaluation.
    public static let system = Policy(SystemPolicy())
    /// Every server accepted without evaluation.
    public static let acceptAny = Policy(AcceptAny())

    /// The value of `kind` in JSON.
    public var kind: String { type(of: base).kind }
}

extension Policy: Hashable {
    /// Two policies are equal when they are of one kind and have the same values.
    public static func == (left: Policy, right: Policy) -> Bool { AnyHashable(left.base) == AnyHashable(right.base) }

    /// Hashes the policy's values.
    public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}

extension Policy: Codable {
    private enum CodingKeys: String, CodingKey { case kind }

    /// Reads `kind` and that kind's own keys.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(String.self, forKey: .kind)
        guard let type = Self.kinds.first(where: { $0.kind == kind }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .kind,
                in: container,
                debugDescription: "unknown policy kind \(kind)"
            )
        }
        base = try type.init(from: decoder)
    }

    /// Writes `kind` beside the policy's own keys.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try base.encode(to: encoder)
    }
}
