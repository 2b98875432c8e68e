/// What client code can be written for.
public enum ClientCodeTarget: String, Hashable, Sendable, CaseIterable {
    /// A URLSession delegate in Swift.
    case urlsession
    /// Alamofire 5 in Swift.
    case alamofire
    /// AFNetworking 4 in Objective-C.
    case afnetworking
    /// curl's options, as a shell script.
    case curl
    /// Android's network security configuration.
    case android

    /// What it is, in words.
    public var title: String {
        switch self {
        case .urlsession: "URLSession delegate, Swift"
        case .alamofire: "Alamofire 5, Swift"
        case .afnetworking: "AFNetworking 4, Objective-C"
        case .curl: "curl options"
        case .android: "Android network security configuration"
        }
    }

    /// How a line of a comment begins; XML has none.
    var commentPrefix: String? {
        switch self {
        case .urlsession, .alamofire, .afnetworking: "//"
        case .curl: "#"
        case .android: nil
        }
    }
}
