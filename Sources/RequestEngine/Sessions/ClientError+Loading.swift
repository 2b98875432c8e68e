import Trust

/// The errors of NSURLErrorDomain that the loader itself gives, beside those that follow from a decision (`Trust`).
extension ClientError {
    static let timedOut = ClientError(code: -1001, name: "timedOut")
    static let cannotFindHost = ClientError(code: -1003, name: "cannotFindHost")
    static let cannotConnectToHost = ClientError(code: -1004, name: "cannotConnectToHost")
    static let networkConnectionLost = ClientError(code: -1005, name: "networkConnectionLost")
    static let unsupportedURL = ClientError(code: -1002, name: "unsupportedURL")
    static let tooManyRedirects = ClientError(code: -1007, name: "httpTooManyRedirects")
    static let cannotDecodeContentData = ClientError(code: -1016, name: "cannotDecodeContentData")
    static let cleartextRefused = ClientError(code: -1022, name: "appTransportSecurityRequiresSecureConnection")
    static let clientCertificateRejected = ClientError(code: -1205, name: "clientCertificateRejected")
    static let clientCertificateRequired = ClientError(code: -1206, name: "clientCertificateRequired")

    /// The same error where no source says which one it is.
    var assumed: ClientError {
        var error = self
        error.isAssumed = true
        return error
    }
}
