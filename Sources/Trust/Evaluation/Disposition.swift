/// How a challenge is answered (URLSession.AuthChallengeDisposition, and the connection delegate's fifth answer).
public enum Disposition: String, Hashable, Sendable, Codable, CaseIterable {
    /// Use the credential given with it.
    case useCredential
    /// As if there were no delegate.
    case performDefaultHandling
    /// End the request.
    case cancelAuthenticationChallenge
    /// Try the next protection space.
    case rejectProtectionSpace
    /// Go on without a credential (NSURLConnection only).
    case continueWithoutCredential

    /// The one word on screen: `use`, `default`, `cancel`, `reject`, `none`.
    public var word: String {
        switch self {
        case .useCredential: "use"
        case .performDefaultHandling: "default"
        case .cancelAuthenticationChallenge: "cancel"
        case .rejectProtectionSpace: "reject"
        case .continueWithoutCredential: "none"
        }
    }

    /// The word cut for a column that joins several: `use`, `dflt`, `canc`, `rej`, `none`.
    public var shortWord: String {
        switch self {
        case .useCredential: "use"
        case .performDefaultHandling: "dflt"
        case .cancelAuthenticationChallenge: "canc"
        case .rejectProtectionSpace: "rej"
        case .continueWithoutCredential: "none"
        }
    }
}
