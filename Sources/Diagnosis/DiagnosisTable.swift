/// The one table of diagnosis codes: what each means and what helps.
public struct DiagnosisTable: Sendable {
    /// One row of the table.
    public struct Entry: Sendable, Hashable {
        /// The code; `wire.alert-N` stands for every alert number.
        public let code: DiagnosisCode
        /// The page's section that the code belongs to.
        public let area: String
        /// When the code is raised.
        public let when: String
        /// What helps, or "-" where nothing needs helping.
        public let remedy: String
    }

    /// Every row, in the order of the page.
    public static let entries: [Entry] =
        areaChain + areaHost + areaPinsAndPolicies + areaOnTheWire + areaClientIdentityOnTheConnection + areaPkcs12
        + areaFiles + areaInputFilesOfOursTheTerminal + areaEventsThatAreNoRefusals

    /// The row of a code; alerts share one row.
    public static func entry(_ code: DiagnosisCode) -> Entry? { byCode[code.isAlert ? alertRow : code] }

    private static let alertRow = DiagnosisCode(rawValue: "wire.alert-N")
    private static let byCode = Dictionary(uniqueKeysWithValues: entries.map { ($0.code, $0) })

    private static let areaChain: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "chain.missing-issuer"),
            area: "Chain",
            when: "no certificate for the issuer of a chain member, neither sent nor among the anchors",
            remedy: "server: send the intermediate(s); or add the issuer as an anchor"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.self-signed"),
            area: "Chain",
            when: "the leaf itself is self-signed and no anchor",
            remedy: "trust or pin exactly this certificate, or get one from a CA"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.untrusted-root"),
            area: "Chain",
            when: "the path is complete up to a self-signed root that is no anchor",
            remedy: "add the root if it is meant to be trusted; if not, look for a proxy that inspects TLS"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.purpose"),
            area: "Chain",
            when:
                "extended key usage (or the purpose derived from key usage and CA flag) does not allow "
                + "the role: leaf, CA, or anchor",
            remedy: "certificate with serverAuth (clientAuth for clients)"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.key-usage"),
            area: "Chain",
            when: "a CA whose key usage lacks certificate signing",
            remedy: "reissue the CA certificate"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.issuer-not-ca"),
            area: "Chain",
            when: "a certificate acts as issuer but is no CA (flag absent or false, version 1)",
            remedy: "issue from a CA certificate"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.pathlen"),
            area: "Chain",
            when: "more CAs below a CA than its path length allows",
            remedy: "reissue the upper CA or shorten the chain"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.depth"),
            area: "Chain",
            when: "more intermediates than the caller's limit (`maxDepth`; self-issued ones do not count)",
            remedy: "raise the limit"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.name-constraints"),
            area: "Chain",
            when: "a name lies outside the permitted or inside the excluded names of a CA",
            remedy: "reissue the leaf, or the CA with other constraints"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.signature"),
            area: "Chain",
            when: "a signature does not verify, or inner and outer algorithm differ where the rules care",
            remedy: "right issuer certificate; restore the file"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.weak-digest"),
            area: "Chain",
            when: "MD5 or SHA-1 signature (not on a self-signed one) that the rules exclude",
            remedy: "reissue with SHA-256"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.weak-key"),
            area: "Chain",
            when: "key too small or of a type that the rules do not take",
            remedy: "larger key"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.profile"),
            area: "Chain",
            when:
                "RFC 5280 / web profile fault under the strict rules (missing identifiers, serial number, "
                + "criticality, empty subject, name syntax ...)",
            remedy: "reissue; or use other rules"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.malformed"),
            area: "Chain",
            when: "a certificate that does not decode",
            remedy: "replace the file"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.critical-extension"),
            area: "Chain",
            when: "a critical extension that is not understood",
            remedy: "reissue without it"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "chain.policy"),
            area: "Chain",
            when: "certificate policies: no valid policy where one is required, forbidden mapping",
            remedy: "fitting policy set or certificates"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "date.expired"),
            area: "Chain",
            when: "now is after notAfter of a member of the path",
            remedy: "renew that certificate; drop the expired extra; check the clock"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "date.not-yet-valid"),
            area: "Chain",
            when: "now is before notBefore",
            remedy: "wait, or set the clock"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "revocation.revoked"),
            area: "Chain",
            when: "a valid CRL or OCSP response (stapled or fetched) lists the certificate",
            remedy: "new certificate"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "revocation.unknown"),
            area: "Chain",
            when: "CRLs are to be checked and none in scope was given for a member",
            remedy: "supply the CRL"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "revocation.bad-crl"),
            area: "Chain",
            when:
                "the CRL cannot be used: signature, dates, missing number, issuer may not sign CRLs, "
                + "unknown critical extension",
            remedy: "new CRL"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "revocation.bad-response"),
            area: "Chain",
            when: "a staple or OCSP answer that cannot be used",
            remedy: "server"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "revocation.no-staple"),
            area: "Chain",
            when: "must-staple certificate, no staple came (rules that ask for it)",
            remedy: "server: staple"
        ),
    ]

    private static let areaHost: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "host.mismatch"),
            area: "Host",
            when: "no entry of the right type matches the prepared name",
            remedy: "certificate with the name, or the right name in the URL (keep the name, override the address)"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "host.no-san"),
            area: "Host",
            when: "no subject alternative name at all, or none of a type that could match",
            remedy: "reissue with a subject alternative name"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "host.bad-reference"),
            area: "Host",
            when: "the name to check is no host name (empty, blanks, NUL, leading dot, port, URL)",
            remedy: "right host name"
        ),
    ]

    private static let areaPinsAndPolicies: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "pin.no-match"),
            area: "Pins and policies",
            when: "no member of the evaluated path (or of the side that the policy looks at) equals a pin",
            remedy: "update the pin after checking the new key; in case of a foreign issuer look for interception"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "pin.empty"),
            area: "Pins and policies",
            when: "pinning is on and no pin is loaded, or a list that came out empty",
            remedy: "add pins or switch pinning off"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "pin.format"),
            area: "Pins and policies",
            when: "a pin that cannot be read (length, digest, prefix, file type)",
            remedy: "correct form: `sha256//` and 44 characters of base64, or a certificate file"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "pin.key-type"),
            area: "Pins and policies",
            when: "the library cannot hash that type of key and blocks",
            remedy: "key type that the library knows"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.contradiction"),
            area: "Pins and policies",
            when: "switches that exclude each other: invalid allowed, name checked, and no pinning or no pins",
            remedy: "change one of the switches"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.lifetime"),
            area: "Pins and policies",
            when: "validity longer than Apple's limit for that kind of anchor and issue date",
            remedy: "shorter validity"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.no-evaluator"),
            area: "Pins and policies",
            when: "a manager demands an evaluator for every host and has none for this one",
            remedy: "add the host"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.no-host"),
            area: "Pins and policies",
            when: "the policy needs a host name and got none",
            remedy: "give the host"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.forward-secrecy"),
            area: "Pins and policies",
            when: "transport policy wants forward secrecy and the peer offers only RSA key exchange",
            remedy: "ECDHE suites on the server, or an exception for the host"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.exception-needed"),
            area: "Pins and policies",
            when: "the policy accepts what the system refuses, ATS was not asked",
            remedy: "exception domain, or a chain the system accepts"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.cleartext"),
            area: "Pins and policies",
            when: "http refused (-1022)",
            remedy: "https, or the named exception"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.before-challenge"),
            area: "Pins and policies",
            when: "the system refuses the chain, the host has no exception; the delegate was not asked",
            remedy: "exception domain, or a chain the system accepts"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.after-use"),
            area: "Pins and policies",
            when: "the delegate accepted, ATS refused",
            remedy: "the same"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.min-tls"),
            area: "Pins and policies",
            when: "version below what the rules want",
            remedy: "server, or the named exception"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.cipher"),
            area: "Pins and policies",
            when: "a cipher suite that transport security does not take",
            remedy: "AES with ECDHE on the server"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.certificate"),
            area: "Pins and policies",
            when: "key size or digest below what the rules want",
            remedy: "certificate, or the named exception"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.key-ignored"),
            area: "Pins and policies",
            when: "NSAllowsArbitraryLoads has no effect beside finer keys",
            remedy: "right key"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.domain-form"),
            area: "Pins and policies",
            when: "upper case, port, wildcard or trailing dot in a domain key",
            remedy: "right form"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.base-url"),
            area: "Pins and policies",
            when: "pinning set on a manager without https base URL",
            remedy: "base URL"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.gone"),
            area: "Pins and policies",
            when: "weak manager released before the challenge",
            remedy: "keep the manager"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.bypassed"),
            area: "Pins and policies",
            when: "a block or a handler answers in the policy's place",
            remedy: "let the block ask the policy"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.not-set"),
            area: "Pins and policies",
            when: "policy built and never set",
            remedy: "set it"
        ),
    ]

    private static let areaOnTheWire: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "wire.name-not-found"),
            area: "On the wire",
            when: "the name does not resolve",
            remedy: "check the name"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.refused"),
            area: "On the wire",
            when: "nobody listens on the port",
            remedy: "check the port"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.unreachable"),
            area: "On the wire",
            when: "no route",
            remedy: "check the network"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.timeout"),
            area: "On the wire",
            when: "no answer in time",
            remedy: "server, or the limit"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.not-tls"),
            area: "On the wire",
            when: "the answer is no TLS record",
            remedy: "right port or scheme"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.version"),
            area: "On the wire",
            when: "no common TLS version",
            remedy: "change the minimum or maximum, or the server"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.dh-too-small"),
            area: "On the wire",
            when: "Diffie-Hellman group below the minimum",
            remedy: "larger group or ECDHE on the server"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.legacy-renegotiation"),
            area: "On the wire",
            when: "the peer lacks secure renegotiation (RFC 5746)",
            remedy: "update the server"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.eof-in-handshake"),
            area: "On the wire",
            when: "connection closed before the handshake ended",
            remedy: "look at the server, a firewall or the SNI"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "request.redirects"),
            area: "On the wire",
            when: "more redirects than the limit, or to a scheme not followed",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "request.stopped"),
            area: "On the wire",
            when: "the user or a limit stopped it",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.protocol-error"),
            area: "On the wire",
            when: "bytes that are no valid message in that place; we sent alert N",
            remedy: "the peer's TLS stack, or something in between"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.reset"),
            area: "On the wire",
            when: "the connection was reset",
            remedy: "server, firewall"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.truncated-possible"),
            area: "On the wire",
            when: "connection closed without close_notify and without a known length",
            remedy: "server should send close_notify or a length"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.unrecognized-name"),
            area: "On the wire",
            when: "alert 112: the peer does not serve that name",
            remedy: "name instead of address"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.alert-N"),
            area: "On the wire",
            when: "any other alert N received before trust was decided",
            remedy:
                "depends on N: 40 no common parameters or a client certificate missing (TLS 1.2); 42-46, "
                + "48, 49 the peer dislikes our certificate; 70 version; 71 strength; 80 fault in the peer; "
                + "116 client certificate missing; 120 ALPN"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "response.status"),
            area: "On the wire",
            when: "a status that the client does not take",
            remedy: "server"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "response.content-type"),
            area: "On the wire",
            when: "a type that the client does not take",
            remedy: "server, or the accepted types"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "request.header-name"),
            area: "On the wire",
            when: "a header name that is no token",
            remedy: "right order"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "proxy.tunnel-refused"),
            area: "On the wire",
            when: "the proxy answered CONNECT with something other than 2xx",
            remedy: "credentials or rules of the proxy"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "proxy.expects-tls"),
            area: "On the wire",
            when: "a proxy addressed in clear text answers with TLS or closes",
            remedy: "https:// for this proxy"
        ),
    ]

    private static let areaClientIdentityOnTheConnection: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "client.none"),
            area: "Client identity on the connection",
            when: "the server asked for a certificate and none was sent, and it refuses (alert or HTTP status)",
            remedy: "set an identity"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "client.issuer-not-accepted"),
            area: "Client identity on the connection",
            when: "the server does not accept the issuer of our certificate",
            remedy: "identity from an accepted CA"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "client.chain-incomplete"),
            area: "Client identity on the connection",
            when: "our certificate was sent without its intermediate",
            remedy: "put the intermediate into the identity file"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "client.purpose"),
            area: "Client identity on the connection",
            when: "our certificate lacks clientAuth",
            remedy: "identity with clientAuth"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "client.expired"),
            area: "Client identity on the connection",
            when: "our certificate is out of date",
            remedy: "renew the identity"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.key-mismatch"),
            area: "Client identity on the connection",
            when: "key and certificate do not belong together",
            remedy: "matching pair"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.weak-digest"),
            area: "Client identity on the connection",
            when: "our certificate's signature is too weak to be loaded at this level",
            remedy: "reissue, or a lower level"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.weak-key"),
            area: "Client identity on the connection",
            when: "our key is too small to be loaded at this level",
            remedy: "larger key"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.is-server-key"),
            area: "Client identity on the connection",
            when: "the identity's public key equals that of the server's leaf (live, recorded or given)",
            remedy: "a key pair of its own for the client; replace the server's key"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.chain-dropped"),
            area: "Client identity on the connection",
            when: "the file holds intermediates that were not sent",
            remedy: "send the file's chain without the leaf as `certificates`"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.first-of-many"),
            area: "Client identity on the connection",
            when: "several identities in the file, the first was taken unasked",
            remedy: "choose by issuer"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.persistence-ignored"),
            area: "Client identity on the connection",
            when: "permanent asked for an identity",
            remedy: "forSession"
        ),
    ]

    private static let areaPkcs12: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "p12.mac-mismatch"),
            area: "PKCS#12",
            when: "the MAC does not verify with this password (nor with the empty forms)",
            remedy: "right password"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.no-mac"),
            area: "PKCS#12",
            when: "there is no MAC",
            remedy: "re-export with a MAC"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.legacy-cipher"),
            area: "PKCS#12",
            when: "decryption needs an algorithm of the legacy provider, which is not loaded",
            remedy: "allow the legacy provider, or re-export with AES"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.legacy-provider-missing"),
            area: "PKCS#12",
            when: "the legacy provider was asked for and cannot be loaded",
            remedy: "install the module, or re-export"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.decrypt-failed"),
            area: "PKCS#12",
            when: "no MAC to check, and decryption failed",
            remedy: "right password"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.key-password"),
            area: "PKCS#12",
            when: "the store opens, the private key needs another password",
            remedy: "give the key password"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.password-encoding"),
            area: "PKCS#12",
            when: "it opens (or would) with another byte form of the same password",
            remedy: "re-export, or accept the other form"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.no-key"),
            area: "PKCS#12",
            when: "no private key in the file",
            remedy: "export with the key"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.truncated"),
            area: "PKCS#12",
            when: "fewer bytes than the outer length announces",
            remedy: "fetch the file again"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.base64"),
            area: "PKCS#12",
            when: "base64 text of a PKCS#12",
            remedy: "decode it (the program may do so)"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.iterations"),
            area: "PKCS#12",
            when: "an iteration count beyond what is computed here",
            remedy: "re-export with fewer iterations"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.apple"),
            area: "PKCS#12",
            when: "opens here, but not with `SecPKCS12Import` of an iOS version named",
            remedy: "`openssl pkcs12 -export -legacy …`, or iOS 18"
        ),
    ]

    private static let areaFiles: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "file.is-pem"),
            area: "Files",
            when: "PEM text where the name or role suggests something else",
            remedy: "convert, or accept as PEM"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-der"),
            area: "Files",
            when: "DER under a name that suggests text",
            remedy: "convert, or accept as DER"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-p12"),
            area: "Files",
            when: "PKCS#12 under another name",
            remedy: "use it as identity"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-jks"),
            area: "Files",
            when: "Java key store",
            remedy: "convert to PKCS#12"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-pkcs7"),
            area: "Files",
            when: "PKCS#7 bundle",
            remedy: "extract (the program may do so)"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-private-key"),
            area: "Files",
            when: "a private key where a certificate is wanted",
            remedy: "give the certificate"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-csr"),
            area: "Files",
            when: "a certificate request",
            remedy: "give the certificate"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-public-key"),
            area: "Files",
            when: "a bare public key",
            remedy: "certificate, or use it as key pin"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-html"),
            area: "Files",
            when: "an HTML page",
            remedy: "download again"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.utf16"),
            area: "Files",
            when: "UTF-16 text",
            remedy: "save as UTF-8"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.bad-armor"),
            area: "Files",
            when: "PEM armor that breaks the format (stray line, missing end)",
            remedy: "repair the text"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.missing"),
            area: "Files",
            when: "no such file",
            remedy: "right path"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.empty"),
            area: "Files",
            when: "0 bytes",
            remedy: "right file"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.not-regular"),
            area: "Files",
            when: "a directory or device",
            remedy: "right path"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.unrecognized"),
            area: "Files",
            when: "none of the known kinds",
            remedy: "right file"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.unreadable"),
            area: "Files",
            when: "it is there and cannot be read",
            remedy: "rights"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.exists"),
            area: "Files",
            when: "the file to be written is there already",
            remedy: "new name"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.not-written"),
            area: "Files",
            when: "a new file cannot be written",
            remedy: "folder that can be written"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.leaf-not-first"),
            area: "Files",
            when: "several certificates, and the one that matches the key is not the first",
            remedy: "reorder, or accept"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-mobileprovision"),
            area: "Files",
            when: "a provisioning profile",
            remedy: "use the p12"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-sm2"),
            area: "Files",
            when: "an SM2 certificate or key (GM/T)",
            remedy: "a certificate with RSA or ECDSA"
        ),
    ]

    private static let areaInputFilesOfOursTheTerminal: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "url.malformed"),
            area: "Input, files of ours, the terminal",
            when: "an address that is none",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "option.unknown"),
            area: "Input, files of ours, the terminal",
            when: "no such option, sub-command, policy, flow, scenario, theme",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "option.value"),
            area: "Input, files of ours, the terminal",
            when: "a value that the option does not take",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "option.conflict"),
            area: "Input, files of ours, the terminal",
            when: "two options that exclude each other",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "config.syntax"),
            area: "Input, files of ours, the terminal",
            when: "a configuration, policy or recipe file that does not parse",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "config.key"),
            area: "Input, files of ours, the terminal",
            when: "unknown, repeated or mistyped key",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "theme.line"),
            area: "Input, files of ours, the terminal",
            when: "a bad line of a theme",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "terminal.unusable"),
            area: "Input, files of ours, the terminal",
            when: "no terminal, or one that cannot place the cursor",
            remedy: "`--plain`, `fire`"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "log.not-a-log"),
            area: "Input, files of ours, the terminal",
            when: "the file is none of ours",
            remedy: "right file"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "log.newer"),
            area: "Input, files of ours, the terminal",
            when: "schema newer than this program",
            remedy: "newer program"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "log.damaged"),
            area: "Input, files of ours, the terminal",
            when: "pages or rows that cannot be read",
            remedy: "`log export --recover` (named once it exists)"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "log.not-saved"),
            area: "Input, files of ours, the terminal",
            when: "disk full, read-only, held by another process",
            remedy: "`w` elsewhere"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "lab.port"),
            area: "Input, files of ours, the terminal",
            when: "the port is taken",
            remedy: "`--port`"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "hold.unsupported"),
            area: "Input, files of ours, the terminal",
            when: "this libcurl cannot suspend a handshake",
            remedy: "\"connect again\""
        ),
    ]

    private static let areaEventsThatAreNoRefusals: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "rule.match"),
            area: "Events that are no refusals",
            when: "a host rule applies",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "rule.no-match"),
            area: "Events that are no refusals",
            when: "no rule applies, so the identity is not offered",
            remedy: "rule for that host and port"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.answered-twice"),
            area: "Events that are no refusals",
            when: "a second answer to the same challenge",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.timeout"),
            area: "Events that are no refusals",
            when: "no answer within the limit",
            remedy: "answer in time"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.late-answer"),
            area: "Events that are no refusals",
            when: "an answer after the connection ended",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.no-credential"),
            area: "Events that are no refusals",
            when: "\"use credential\" without a credential",
            remedy: "give a credential"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.repeated"),
            area: "Events that are no refusals",
            when: "the same challenge again after a failure",
            remedy: "other credential"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.unhandled-method"),
            area: "Events that are no refusals",
            when: "a method that is not handled here",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "connection.reused"),
            area: "Events that are no refusals",
            when: "a request on an existing connection or a resumed session",
            remedy: "new connection after a switch (`--fresh`)"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "response.cached"),
            area: "Events that are no refusals",
            when: "answered by the URL cache",
            remedy: "reload policy"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "page.mixed-content"),
            area: "Events that are no refusals",
            when: "a page that came over TLS needs something without TLS",
            remedy: "name it by https"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "page.no-base"),
            area: "Events that are no refusals",
            when: "a page that is shown as a string needs something by a relative address",
            remedy: "give the base URL, or load the page itself"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "page.unchecked"),
            area: "Events that are no refusals",
            when: "the app answers for one request of a page and for none that follow",
            remedy: "answer each challenge of the view"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "page.blank"),
            area: "Events that are no refusals",
            when: "the request in whose place the page is loaded failed, and nobody is told",
            remedy: "show the failure"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "page.left-out"),
            area: "Events that are no refusals",
            when: "something that a page names is not asked for: its address is none, or a limit is reached",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.wrong-credential"),
            area: "Events that are no refusals",
            when: "a credential of another kind than the challenge asks for is given",
            remedy: "look at the method first"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.never-answered"),
            area: "Events that are no refusals",
            when: "a responder returned without answering",
            remedy: "one answer on every path"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.filtered"),
            area: "Events that are no refusals",
            when: "the delegate's filter kept the challenge away",
            remedy: "-"
        ),
    ]
}
