import Events

extension EventSamples {
    /// Content with every field set, as no message has it.
    public static var handshakeContent: HandshakeContent {
        var content = HandshakeContent()
        content.versions = ["1.3", "1.2"]
        content.cipherSuites = ["TLS_AES_256_GCM_SHA384"]
        content.groups = ["X25519"]
        content.keyShares = ["X25519"]
        content.serverName = "mutual.lab.test"
        content.protocols = ["h2"]
        content.signatureAlgorithms = ["ecdsa_secp256r1_sha256"]
        content.resumes = false
        content.asksForStaple = true
        content.asksForTimestamps = false
        content.isRetryRequest = false
        content.authorityCount = 1
        content.authorities = ["CN=Lab Client CA"]
        content.keyTypes = ["EC"]
        content.certificateCount = 2
        content.stapleBytes = 471
        content.timestampCount = 2
        content.ticketLifetime = 7200
        return content
    }
}
