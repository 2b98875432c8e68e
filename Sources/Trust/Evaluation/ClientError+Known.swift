extension ClientError {
    /// −999: the request, or a challenge, was cancelled.
    public static let cancelled = ClientError(code: -999, name: "cancelled")
    /// −1012: a challenge was cancelled in an NSURLConnection client.
    public static let userCancelledAuthentication = ClientError(code: -1012, name: "userCancelledAuthentication")
    /// −1201.
    public static let serverCertificateHasBadDate = ClientError(
        code: -1201,
        name: "serverCertificateHasBadDate",
        isAssumed: true
    )
    /// −1203.
    public static let serverCertificateHasUnknownRoot = ClientError(
        code: -1203,
        name: "serverCertificateHasUnknownRoot",
        isAssumed: true
    )
    /// −1204.
    public static let serverCertificateNotYetValid = ClientError(
        code: -1204,
        name: "serverCertificateNotYetValid",
        isAssumed: true
    )

    /// −1200.
    public static func secureConnectionFailed(isAssumed: Bool) -> ClientError {
        ClientError(code: -1200, name: "secureConnectionFailed", isAssumed: isAssumed)
    }

    /// −1202.
    public static func serverCertificateUntrusted(isAssumed: Bool) -> ClientError {
        ClientError(code: -1202, name: "serverCertificateUntrusted", isAssumed: isAssumed)
    }
}
