/// How a request uses its session's cache (NSURLRequest.CachePolicy).
public enum CachePolicy: String, Hashable, Sendable, CaseIterable {
    /// The cache is neither asked nor written (`reloadIgnoringLocalCacheData`).
    case reload
    /// As HTTP says (`useProtocolCachePolicy`): what is fresh answers, what is stale is asked for again.
    case `protocol`
}
