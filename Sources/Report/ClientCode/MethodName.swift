import Trust

/// Apple's constants for the kinds of challenges.
enum MethodName {
    static func constant(_ method: AuthenticationMethod) -> String {
        switch method {
        case .serverTrust: "NSURLAuthenticationMethodServerTrust"
        case .clientCertificate: "NSURLAuthenticationMethodClientCertificate"
        case .httpBasic: "NSURLAuthenticationMethodHTTPBasic"
        case .httpDigest: "NSURLAuthenticationMethodHTTPDigest"
        case .ntlm: "NSURLAuthenticationMethodNTLM"
        case .negotiate: "NSURLAuthenticationMethodNegotiate"
        }
    }
}
