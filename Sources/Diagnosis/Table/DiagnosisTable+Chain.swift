extension DiagnosisTable {
    /// The chain of certificates.
    static let chain: [Entry] = [
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
}
