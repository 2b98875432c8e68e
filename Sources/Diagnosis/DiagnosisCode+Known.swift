// One row a kind of finding. A test compares this table with the project's page of diagnoses.

extension DiagnosisCode {
    /// chain.missing-issuer: no certificate for the issuer of a chain member, neither sent nor among the anchors.
    public static let chainMissingIssuer = DiagnosisCode(rawValue: "chain.missing-issuer")
    /// chain.self-signed: the leaf itself is self-signed and no anchor.
    public static let chainSelfSigned = DiagnosisCode(rawValue: "chain.self-signed")
    /// chain.untrusted-root: the path is complete up to a self-signed root that is no anchor.
    public static let chainUntrustedRoot = DiagnosisCode(rawValue: "chain.untrusted-root")
    /// chain.purpose
    public static let chainPurpose = DiagnosisCode(rawValue: "chain.purpose")
    /// chain.key-usage: a CA whose key usage lacks certificate signing.
    public static let chainKeyUsage = DiagnosisCode(rawValue: "chain.key-usage")
    /// chain.issuer-not-ca: a certificate acts as issuer but is no CA (flag absent or false, version 1).
    public static let chainIssuerNotCa = DiagnosisCode(rawValue: "chain.issuer-not-ca")
    /// chain.pathlen: more CAs below a CA than its path length allows.
    public static let chainPathlen = DiagnosisCode(rawValue: "chain.pathlen")
    /// chain.depth: more intermediates than the caller's limit (`maxDepth`; self-issued ones do not count).
    public static let chainDepth = DiagnosisCode(rawValue: "chain.depth")
    /// chain.name-constraints: a name lies outside the permitted or inside the excluded names of a CA.
    public static let chainNameConstraints = DiagnosisCode(rawValue: "chain.name-constraints")
    /// chain.signature: a signature does not verify, or inner and outer algorithm differ where the rules care.
    public static let chainSignature = DiagnosisCode(rawValue: "chain.signature")
    /// chain.weak-digest: MD5 or SHA-1 signature (not on a self-signed one) that the rules exclude.
    public static let chainWeakDigest = DiagnosisCode(rawValue: "chain.weak-digest")
    /// chain.weak-key: key too small or of a type that the rules do not take.
    public static let chainWeakKey = DiagnosisCode(rawValue: "chain.weak-key")
    /// chain.profile
    public static let chainProfile = DiagnosisCode(rawValue: "chain.profile")
    /// chain.malformed: a certificate that does not decode.
    public static let chainMalformed = DiagnosisCode(rawValue: "chain.malformed")
    /// chain.critical-extension: a critical extension that is not understood.
    public static let chainCriticalExtension = DiagnosisCode(rawValue: "chain.critical-extension")
    /// chain.policy: certificate policies: no valid policy where one is required, forbidden mapping.
    public static let chainPolicy = DiagnosisCode(rawValue: "chain.policy")
    /// date.expired: now is after notAfter of a member of the path.
    public static let dateExpired = DiagnosisCode(rawValue: "date.expired")
    /// date.not-yet-valid: now is before notBefore.
    public static let dateNotYetValid = DiagnosisCode(rawValue: "date.not-yet-valid")
    /// revocation.revoked: a valid CRL or OCSP response (stapled or fetched) lists the certificate.
    public static let revocationRevoked = DiagnosisCode(rawValue: "revocation.revoked")
    /// revocation.unknown: CRLs are to be checked and none in scope was given for a member.
    public static let revocationUnknown = DiagnosisCode(rawValue: "revocation.unknown")
    /// revocation.bad-crl
    public static let revocationBadCrl = DiagnosisCode(rawValue: "revocation.bad-crl")
    /// revocation.bad-response: a staple or OCSP answer that cannot be used.
    public static let revocationBadResponse = DiagnosisCode(rawValue: "revocation.bad-response")
    /// revocation.no-staple: must-staple certificate, no staple came (rules that ask for it).
    public static let revocationNoStaple = DiagnosisCode(rawValue: "revocation.no-staple")
    /// host.mismatch: no entry of the right type matches the prepared name.
    public static let hostMismatch = DiagnosisCode(rawValue: "host.mismatch")
    /// host.no-san: no subject alternative name at all, or none of a type that could match.
    public static let hostNoSan = DiagnosisCode(rawValue: "host.no-san")
    /// host.bad-reference: the name to check is no host name (empty, blanks, NUL, leading dot, port, URL).
    public static let hostBadReference = DiagnosisCode(rawValue: "host.bad-reference")
    /// pin.no-match: no member of the evaluated path (or of the side that the policy looks at) equals a pin.
    public static let pinNoMatch = DiagnosisCode(rawValue: "pin.no-match")
    /// pin.empty: pinning is on and no pin is loaded, or a list that came out empty.
    public static let pinEmpty = DiagnosisCode(rawValue: "pin.empty")
    /// pin.format: a pin that cannot be read (length, digest, prefix, file type).
    public static let pinFormat = DiagnosisCode(rawValue: "pin.format")
    /// pin.key-type: the library cannot hash that type of key and blocks.
    public static let pinKeyType = DiagnosisCode(rawValue: "pin.key-type")
    /// policy.contradiction: switches that exclude each other: invalid allowed, name checked, and no pinning or no pins.
    public static let policyContradiction = DiagnosisCode(rawValue: "policy.contradiction")
    /// policy.lifetime: validity longer than Apple's limit for that kind of anchor and issue date.
    public static let policyLifetime = DiagnosisCode(rawValue: "policy.lifetime")
    /// policy.no-evaluator: a manager demands an evaluator for every host and has none for this one.
    public static let policyNoEvaluator = DiagnosisCode(rawValue: "policy.no-evaluator")
    /// policy.no-host: the policy needs a host name and got none.
    public static let policyNoHost = DiagnosisCode(rawValue: "policy.no-host")
    /// ats.forward-secrecy: transport policy wants forward secrecy and the peer offers only RSA key exchange.
    public static let atsForwardSecrecy = DiagnosisCode(rawValue: "ats.forward-secrecy")
    /// ats.exception-needed: the policy accepts what the system refuses, ATS was not asked.
    public static let atsExceptionNeeded = DiagnosisCode(rawValue: "ats.exception-needed")
    /// ats.cleartext: http refused (-1022).
    public static let atsCleartext = DiagnosisCode(rawValue: "ats.cleartext")
    /// ats.before-challenge: the system refuses the chain, the host has no exception; the delegate was not asked.
    public static let atsBeforeChallenge = DiagnosisCode(rawValue: "ats.before-challenge")
    /// ats.after-use: the delegate accepted, ATS refused.
    public static let atsAfterUse = DiagnosisCode(rawValue: "ats.after-use")
    /// ats.min-tls: version below what the rules want.
    public static let atsMinTls = DiagnosisCode(rawValue: "ats.min-tls")
    /// ats.cipher: a cipher suite that transport security does not take.
    public static let atsCipher = DiagnosisCode(rawValue: "ats.cipher")
    /// ats.certificate: key size or digest below what the rules want.
    public static let atsCertificate = DiagnosisCode(rawValue: "ats.certificate")
    /// ats.key-ignored: NSAllowsArbitraryLoads has no effect beside finer keys.
    public static let atsKeyIgnored = DiagnosisCode(rawValue: "ats.key-ignored")
    /// ats.domain-form: upper case, port, wildcard or trailing dot in a domain key.
    public static let atsDomainForm = DiagnosisCode(rawValue: "ats.domain-form")
    /// policy.base-url: pinning set on a manager without https base URL.
    public static let policyBaseUrl = DiagnosisCode(rawValue: "policy.base-url")
    /// policy.gone: weak manager released before the challenge.
    public static let policyGone = DiagnosisCode(rawValue: "policy.gone")
    /// policy.bypassed: a block or a handler answers in the policy's place.
    public static let policyBypassed = DiagnosisCode(rawValue: "policy.bypassed")
    /// policy.not-set: policy built and never set.
    public static let policyNotSet = DiagnosisCode(rawValue: "policy.not-set")
    /// wire.name-not-found: the name does not resolve.
    public static let wireNameNotFound = DiagnosisCode(rawValue: "wire.name-not-found")
    /// wire.refused: nobody listens on the port.
    public static let wireRefused = DiagnosisCode(rawValue: "wire.refused")
    /// wire.unreachable: no route.
    public static let wireUnreachable = DiagnosisCode(rawValue: "wire.unreachable")
    /// wire.timeout: no answer in time.
    public static let wireTimeout = DiagnosisCode(rawValue: "wire.timeout")
    /// wire.not-tls: the answer is no TLS record.
    public static let wireNotTls = DiagnosisCode(rawValue: "wire.not-tls")
    /// wire.version: no common TLS version.
    public static let wireVersion = DiagnosisCode(rawValue: "wire.version")
    /// wire.dh-too-small: Diffie-Hellman group below the minimum.
    public static let wireDhTooSmall = DiagnosisCode(rawValue: "wire.dh-too-small")
    /// wire.legacy-renegotiation: the peer lacks secure renegotiation (RFC 5746).
    public static let wireLegacyRenegotiation = DiagnosisCode(rawValue: "wire.legacy-renegotiation")
    /// wire.eof-in-handshake: connection closed before the handshake ended.
    public static let wireEofInHandshake = DiagnosisCode(rawValue: "wire.eof-in-handshake")
    /// request.redirects: more redirects than the limit, or to a scheme not followed.
    public static let requestRedirects = DiagnosisCode(rawValue: "request.redirects")
    /// request.stopped: the user or a limit stopped it.
    public static let requestStopped = DiagnosisCode(rawValue: "request.stopped")
    /// wire.protocol-error: bytes that are no valid message in that place; we sent alert N.
    public static let wireProtocolError = DiagnosisCode(rawValue: "wire.protocol-error")
    /// wire.reset: the connection was reset.
    public static let wireReset = DiagnosisCode(rawValue: "wire.reset")
    /// wire.truncated-possible: connection closed without close_notify and without a known length.
    public static let wireTruncatedPossible = DiagnosisCode(rawValue: "wire.truncated-possible")
    /// wire.unrecognized-name: alert 112: the peer does not serve that name.
    public static let wireUnrecognizedName = DiagnosisCode(rawValue: "wire.unrecognized-name")
    /// response.status: a status that the client does not take.
    public static let responseStatus = DiagnosisCode(rawValue: "response.status")
    /// response.content-type: a type that the client does not take.
    public static let responseContentType = DiagnosisCode(rawValue: "response.content-type")
    /// request.header-name: a header name that is no token.
    public static let requestHeaderName = DiagnosisCode(rawValue: "request.header-name")
    /// proxy.tunnel-refused: the proxy answered CONNECT with something other than 2xx.
    public static let proxyTunnelRefused = DiagnosisCode(rawValue: "proxy.tunnel-refused")
    /// proxy.expects-tls: a proxy addressed in clear text answers with TLS or closes.
    public static let proxyExpectsTls = DiagnosisCode(rawValue: "proxy.expects-tls")
    /// client.none: the server asked for a certificate and none was sent, and it refuses (alert or HTTP status).
    public static let clientNone = DiagnosisCode(rawValue: "client.none")
    /// client.issuer-not-accepted: the server does not accept the issuer of our certificate.
    public static let clientIssuerNotAccepted = DiagnosisCode(rawValue: "client.issuer-not-accepted")
    /// client.chain-incomplete: our certificate was sent without its intermediate.
    public static let clientChainIncomplete = DiagnosisCode(rawValue: "client.chain-incomplete")
    /// client.purpose: our certificate lacks clientAuth.
    public static let clientPurpose = DiagnosisCode(rawValue: "client.purpose")
    /// client.expired: our certificate is out of date.
    public static let clientExpired = DiagnosisCode(rawValue: "client.expired")
    /// identity.key-mismatch: key and certificate do not belong together.
    public static let identityKeyMismatch = DiagnosisCode(rawValue: "identity.key-mismatch")
    /// identity.weak-digest: our certificate's signature is too weak to be loaded at this level.
    public static let identityWeakDigest = DiagnosisCode(rawValue: "identity.weak-digest")
    /// identity.weak-key: our key is too small to be loaded at this level.
    public static let identityWeakKey = DiagnosisCode(rawValue: "identity.weak-key")
    /// identity.is-server-key: the identity's public key equals that of the server's leaf (live, recorded or given).
    public static let identityIsServerKey = DiagnosisCode(rawValue: "identity.is-server-key")
    /// identity.chain-dropped: the file holds intermediates that were not sent.
    public static let identityChainDropped = DiagnosisCode(rawValue: "identity.chain-dropped")
    /// identity.first-of-many: several identities in the file, the first was taken unasked.
    public static let identityFirstOfMany = DiagnosisCode(rawValue: "identity.first-of-many")
    /// identity.persistence-ignored: permanent asked for an identity.
    public static let identityPersistenceIgnored = DiagnosisCode(rawValue: "identity.persistence-ignored")
    /// p12.mac-mismatch: the MAC does not verify with this password (nor with the empty forms).
    public static let p12MacMismatch = DiagnosisCode(rawValue: "p12.mac-mismatch")
    /// p12.no-mac: there is no MAC.
    public static let p12NoMac = DiagnosisCode(rawValue: "p12.no-mac")
    /// p12.legacy-cipher: decryption needs an algorithm of the legacy provider, which is not loaded.
    public static let p12LegacyCipher = DiagnosisCode(rawValue: "p12.legacy-cipher")
    /// p12.legacy-provider-missing: the legacy provider was asked for and cannot be loaded.
    public static let p12LegacyProviderMissing = DiagnosisCode(rawValue: "p12.legacy-provider-missing")
    /// p12.decrypt-failed: no MAC to check, and decryption failed.
    public static let p12DecryptFailed = DiagnosisCode(rawValue: "p12.decrypt-failed")
    /// p12.key-password: the store opens, the private key needs another password.
    public static let p12KeyPassword = DiagnosisCode(rawValue: "p12.key-password")
    /// p12.password-encoding: it opens (or would) with another byte form of the same password.
    public static let p12PasswordEncoding = DiagnosisCode(rawValue: "p12.password-encoding")
    /// p12.no-key: no private key in the file.
    public static let p12NoKey = DiagnosisCode(rawValue: "p12.no-key")
    /// p12.truncated: fewer bytes than the outer length announces.
    public static let p12Truncated = DiagnosisCode(rawValue: "p12.truncated")
    /// p12.base64: base64 text of a PKCS#12.
    public static let p12Base64 = DiagnosisCode(rawValue: "p12.base64")
    /// p12.iterations: an iteration count beyond what is computed here.
    public static let p12Iterations = DiagnosisCode(rawValue: "p12.iterations")
    /// p12.apple: opens here, but not with `SecPKCS12Import` of an iOS version named.
    public static let p12Apple = DiagnosisCode(rawValue: "p12.apple")
    /// file.is-pem: PEM text where the name or role suggests something else.
    public static let fileIsPem = DiagnosisCode(rawValue: "file.is-pem")
    /// file.is-der: DER under a name that suggests text.
    public static let fileIsDer = DiagnosisCode(rawValue: "file.is-der")
    /// file.is-p12: PKCS#12 under another name.
    public static let fileIsP12 = DiagnosisCode(rawValue: "file.is-p12")
    /// file.is-jks: Java key store.
    public static let fileIsJks = DiagnosisCode(rawValue: "file.is-jks")
    /// file.is-pkcs7: PKCS#7 bundle.
    public static let fileIsPkcs7 = DiagnosisCode(rawValue: "file.is-pkcs7")
    /// file.is-private-key: a private key where a certificate is wanted.
    public static let fileIsPrivateKey = DiagnosisCode(rawValue: "file.is-private-key")
    /// file.is-csr: a certificate request.
    public static let fileIsCsr = DiagnosisCode(rawValue: "file.is-csr")
    /// file.is-public-key: a bare public key.
    public static let fileIsPublicKey = DiagnosisCode(rawValue: "file.is-public-key")
    /// file.is-html: an HTML page.
    public static let fileIsHtml = DiagnosisCode(rawValue: "file.is-html")
    /// file.utf16: UTF-16 text.
    public static let fileUtf16 = DiagnosisCode(rawValue: "file.utf16")
    /// file.bad-armor: PEM armor that breaks the format (stray line, missing end).
    public static let fileBadArmor = DiagnosisCode(rawValue: "file.bad-armor")
    /// file.missing: no such file.
    public static let fileMissing = DiagnosisCode(rawValue: "file.missing")
    /// file.empty: 0 bytes.
    public static let fileEmpty = DiagnosisCode(rawValue: "file.empty")
    /// file.not-regular: a directory or device.
    public static let fileNotRegular = DiagnosisCode(rawValue: "file.not-regular")
    /// file.unrecognized: none of the known kinds.
    public static let fileUnrecognized = DiagnosisCode(rawValue: "file.unrecognized")
    /// file.unreadable: it is there and cannot be read.
    public static let fileUnreadable = DiagnosisCode(rawValue: "file.unreadable")
    /// The file to be written is there already.
    public static let fileExists = DiagnosisCode(rawValue: "file.exists")
    /// A new file cannot be written.
    public static let fileNotWritten = DiagnosisCode(rawValue: "file.not-written")
    /// file.leaf-not-first: several certificates, and the one that matches the key is not the first.
    public static let fileLeafNotFirst = DiagnosisCode(rawValue: "file.leaf-not-first")
    /// file.is-mobileprovision: a provisioning profile.
    public static let fileIsMobileprovision = DiagnosisCode(rawValue: "file.is-mobileprovision")
    /// file.is-sm2: an SM2 certificate or key (GM/T).
    public static let fileIsSm2 = DiagnosisCode(rawValue: "file.is-sm2")
    /// url.malformed: an address that is none.
    public static let urlMalformed = DiagnosisCode(rawValue: "url.malformed")
    /// option.unknown: no such option, sub-command, policy, flow, scenario, theme.
    public static let optionUnknown = DiagnosisCode(rawValue: "option.unknown")
    /// option.value: a value that the option does not take.
    public static let optionValue = DiagnosisCode(rawValue: "option.value")
    /// option.conflict: two options that exclude each other.
    public static let optionConflict = DiagnosisCode(rawValue: "option.conflict")
    /// config.syntax: a configuration, policy or recipe file that does not parse.
    public static let configSyntax = DiagnosisCode(rawValue: "config.syntax")
    /// config.key: unknown, repeated or mistyped key.
    public static let configKey = DiagnosisCode(rawValue: "config.key")
    /// theme.line: a bad line of a theme.
    public static let themeLine = DiagnosisCode(rawValue: "theme.line")
    /// terminal.unusable: no terminal, or one that cannot place the cursor.
    public static let terminalUnusable = DiagnosisCode(rawValue: "terminal.unusable")
    /// log.not-a-log: the file is none of ours.
    public static let logNotALog = DiagnosisCode(rawValue: "log.not-a-log")
    /// log.newer: schema newer than this program.
    public static let logNewer = DiagnosisCode(rawValue: "log.newer")
    /// log.damaged: pages or rows that cannot be read.
    public static let logDamaged = DiagnosisCode(rawValue: "log.damaged")
    /// log.not-saved: disk full, read-only, held by another process.
    public static let logNotSaved = DiagnosisCode(rawValue: "log.not-saved")
    /// lab.port: the port is taken.
    public static let labPort = DiagnosisCode(rawValue: "lab.port")
    /// hold.unsupported: this libcurl cannot suspend a handshake.
    public static let holdUnsupported = DiagnosisCode(rawValue: "hold.unsupported")
    /// rule.match: a host rule applies.
    public static let ruleMatch = DiagnosisCode(rawValue: "rule.match")
    /// rule.no-match: no rule applies, so the identity is not offered.
    public static let ruleNoMatch = DiagnosisCode(rawValue: "rule.no-match")
    /// challenge.answered-twice: a second answer to the same challenge.
    public static let challengeAnsweredTwice = DiagnosisCode(rawValue: "challenge.answered-twice")
    /// challenge.timeout: no answer within the limit.
    public static let challengeTimeout = DiagnosisCode(rawValue: "challenge.timeout")
    /// challenge.late-answer: an answer after the connection ended.
    public static let challengeLateAnswer = DiagnosisCode(rawValue: "challenge.late-answer")
    /// challenge.no-credential: "use credential" without a credential.
    public static let challengeNoCredential = DiagnosisCode(rawValue: "challenge.no-credential")
    /// challenge.repeated: the same challenge again after a failure.
    public static let challengeRepeated = DiagnosisCode(rawValue: "challenge.repeated")
    /// challenge.unhandled-method: a method that is not handled here.
    public static let challengeUnhandledMethod = DiagnosisCode(rawValue: "challenge.unhandled-method")
    /// connection.reused: a request on an existing connection or a resumed session.
    public static let connectionReused = DiagnosisCode(rawValue: "connection.reused")
    /// response.cached: answered by the URL cache.
    public static let responseCached = DiagnosisCode(rawValue: "response.cached")
    /// page.mixed-content: a page that came over TLS needs something without TLS.
    public static let pageMixedContent = DiagnosisCode(rawValue: "page.mixed-content")
    /// page.no-base: a page that is shown as a string needs something by a relative address.
    public static let pageNoBase = DiagnosisCode(rawValue: "page.no-base")
    /// page.unchecked: the app answers for one request of a page and for none that follow.
    public static let pageUnchecked = DiagnosisCode(rawValue: "page.unchecked")
    /// page.blank: the request in whose place the page is loaded failed, and nobody is told.
    public static let pageBlank = DiagnosisCode(rawValue: "page.blank")
    /// page.left-out: something that a page names is not asked for.
    public static let pageLeftOut = DiagnosisCode(rawValue: "page.left-out")
    /// challenge.wrong-credential: a credential of another kind than the challenge asks for is given.
    public static let challengeWrongCredential = DiagnosisCode(rawValue: "challenge.wrong-credential")
    /// challenge.never-answered: a responder returned without answering.
    public static let challengeNeverAnswered = DiagnosisCode(rawValue: "challenge.never-answered")
    /// challenge.filtered: the delegate's filter kept the challenge away.
    public static let challengeFiltered = DiagnosisCode(rawValue: "challenge.filtered")

    /// An alert received before trust was decided, by its number (RFC 8446 §6).
    public static func wireAlert(_ number: UInt8) -> DiagnosisCode {
        DiagnosisCode(rawValue: "wire.alert-\(number)")
    }
}
