import Trust

/// The errors of NSURLErrorDomain that the loader itself gives (SEMANTICS: URL-loading error codes).
enum URLLoadingError {
    static let cancelled = ClientError(code: -999, name: "cancelled")
    static let timedOut = ClientError(code: -1001, name: "timedOut")
    static let cannotFindHost = ClientError(code: -1003, name: "cannotFindHost")
    static let cannotConnectToHost = ClientError(code: -1004, name: "cannotConnectToHost")
    static let networkConnectionLost = ClientError(code: -1005, name: "networkConnectionLost")
    static let cleartextRefused = ClientError(code: -1022, name: "appTransportSecurityRequiresSecureConnection")
    static let secureConnectionFailed = ClientError(code: -1200, name: "secureConnectionFailed")
    static let clientCertificateRejected = ClientError(code: -1205, name: "clientCertificateRejected")
    static let clientCertificateRequired = ClientError(code: -1206, name: "clientCertificateRequired")

    /// The same error where no source says which one it is.
    static func assumed(_ error: ClientError) -> ClientError {
        var error = error
        error.isAssumed = true
        return error
    }
}
