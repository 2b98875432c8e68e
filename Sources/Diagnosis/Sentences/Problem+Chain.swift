import Foundation

// Sentences about how a chain hangs together.

extension Problem {
    /// A certificate that does not decode.
    public static func certificateMalformed(bytes: Int) -> Problem {
        Problem(.chainMalformed, "\(bytes) bytes do not decode as a certificate.", remedy: "Replace the file.")
    }

    /// A member of a presented chain that does not decode.
    public static func presentedMalformed(number: Int, bytes: Int, firstBytes: String) -> Problem {
        Problem(
            .chainMalformed,
            "certificate \(number) does not decode: \(bytes) bytes, beginning \(firstBytes), are no DER certificate.",
            remedy: "Replace that certificate in the server's chain file."
        )
    }

    /// A server that sent no certificate.
    public static func nothingPresented() -> Problem {
        Problem(.chainMalformed, "No certificate was presented, so there is nothing to judge.")
    }

    /// An extension that does not decode.
    public static func extensionMalformed(_ certificate: CertificateLabel) -> Problem {
        Problem(
            .chainMalformed,
            "\(certificate) has an extension that does not decode or occurs twice.",
            remedy: "Reissue the certificate."
        )
    }

    /// A time in a form that certificates do not have.
    ///
    /// - Parameter field: `notBefore` or `notAfter`.
    public static func timeMalformed(_ certificate: CertificateLabel, field: String) -> Problem {
        Problem(
            .chainMalformed,
            "The \(field) of \(certificate) is no time as certificates have it, to the second and in UTC (Z).",
            remedy: "Reissue the certificate."
        )
    }

    /// An issuer that is neither sent nor known.
    public static func issuerMissing(
        received: Int,
        below certificate: CertificateLabel,
        issuer: String,
        fetchableFrom addresses: [String]
    ) -> Problem {
        let address = addresses.first.map { " The certificate names \($0) as its place." } ?? ""
        return Problem(
            .chainMissingIssuer,
            "\(received) certificate\(received == 1 ? " was" : "s were") received; the issuer of \(certificate), "
                + "\(issuer), is neither among them nor among the anchors. A server normally has to send it.\(address)",
            remedy: "Let the server send the intermediate certificates, or add the issuer as an anchor."
        )
    }

    /// Certificates with the issuer's name that were issued under another key identifier.
    public static func issuerIdentifierDiffers(_ certificate: CertificateLabel, issuer: CertificateLabel) -> Problem {
        Problem(
            .chainMissingIssuer,
            "\(certificate) names an issuer key by an identifier that \(issuer) does not have; a certificate of that "
                + "issuer with that key is not at hand.",
            remedy: "Let the server send the issuer's certificate for that key."
        )
    }

    /// A leaf that signed itself.
    public static func leafSelfSigned(_ certificate: CertificateLabel, sha256: String) -> Problem {
        Problem(
            .chainSelfSigned,
            "\(certificate) is self-signed, issuer and subject are the same name, and it is not among the anchors; "
                + "its SHA-256 is \(sha256).",
            remedy: "Trust or pin exactly this certificate, or get one from a certificate authority."
        )
    }

    /// A complete chain up to a root that nobody vouches for.
    public static func rootUntrusted(_ certificate: CertificateLabel, sha256: String, wasReceived: Bool) -> Problem {
        Problem(
            .chainUntrustedRoot,
            "The chain is complete up to \(certificate), SHA-256 \(sha256), which was "
                + "\(wasReceived ? "received" : "found") but is not among the anchors.",
            remedy: "Add that root if it is meant to be trusted; if not, look for a proxy that inspects TLS."
        )
    }

    /// A chain that runs in circles without reaching an anchor.
    public static func chainCircular(_ certificate: CertificateLabel) -> Problem {
        Problem(
            .chainUntrustedRoot,
            "The certificates at hand issue each other in a circle above \(certificate); none of them is an anchor.",
            remedy: "Add the anchor that is meant, or the certificate that leads to it."
        )
    }

    /// A signature that does not verify.
    public static func signatureWrong(
        _ certificate: CertificateLabel,
        algorithm: String,
        issuer: CertificateLabel,
        keyIdentifier: String?
    ) -> Problem {
        let key = keyIdentifier.map { " (key identifier \($0))" } ?? ""
        return Problem(
            .chainSignature,
            "The \(algorithm) signature of \(certificate) does not verify with the key of \(issuer)\(key).",
            remedy: "Use the right issuer certificate, or restore the file."
        )
    }

    /// A signature that holds, with algorithm identifiers that differ.
    public static func signatureParametersDiffer(_ certificate: CertificateLabel, algorithm: String) -> Problem {
        Problem(
            .chainSignature,
            "\(certificate) states its algorithm \(algorithm) once with NULL parameters and once without any; OpenSSL "
                + "takes that for a failed signature. Apple compares the algorithms alone and accepts it.",
            remedy: "Reissue the certificate."
        )
    }

    /// A certificate that issues without being an authority.
    public static func issuerNotAuthority(_ certificate: CertificateLabel, says: String, signed: CertificateLabel)
        -> Problem
    {
        Problem(
            .chainIssuerNotCa,
            "\(certificate) signed \(signed) but is no certificate authority: \(says).",
            remedy: "Issue from a CA certificate."
        )
    }

    /// An authority whose key may not sign certificates.
    public static func keyUsageLacksSigning(_ certificate: CertificateLabel, found: [String]) -> Problem {
        Problem(
            .chainKeyUsage,
            "\(certificate) acts as an issuer; its key usage is \(list(found)), and keyCertSign is wanted.",
            remedy: "Reissue the CA certificate with keyCertSign."
        )
    }

    /// More authorities than one above allows.
    public static func pathTooLong(limit: Int, setBy authority: CertificateLabel, below: [CertificateLabel]) -> Problem
    {
        Problem(
            .chainPathlen,
            "\(authority) allows \(limit) CA\(limit == 1 ? "" : "s") below it, and there are \(below.count): "
                + "\(list(below.map(\.description))).",
            remedy: "Reissue the upper CA, or shorten the chain."
        )
    }

    /// More intermediates than the caller takes.
    public static func tooDeep(found: Int, limit: Int) -> Problem {
        Problem(
            .chainDepth,
            "There are \(found) intermediates, self-issued ones not counted, and the caller's limit is \(limit).",
            remedy: "Raise the limit."
        )
    }

    /// A name that an authority may not issue for.
    public static func nameConstrained(
        _ certificate: CertificateLabel,
        names: [String],
        by authority: CertificateLabel,
        permitted: [String],
        excluded: [String]
    ) -> Problem {
        var constraint: [String] = []
        if !permitted.isEmpty { constraint.append("permits \(list(permitted))") }
        if !excluded.isEmpty { constraint.append("excludes \(list(excluded))") }
        return Problem(
            .chainNameConstraints,
            "\(authority) constrains names (\(constraint.joined(separator: "; "))), and \(certificate) is for "
                + "\(list(names)).",
            remedy: "Reissue the leaf, or the CA with other constraints."
        )
    }

    /// A critical extension that is not understood.
    public static func criticalExtensionUnknown(_ certificate: CertificateLabel, identifier: String) -> Problem {
        Problem(
            .chainCriticalExtension,
            "\(certificate) has the critical extension \(identifier), which is not understood.",
            remedy: "Reissue the certificate without it."
        )
    }

    /// No valid certificate policy.
    public static func policyInvalid(_ certificate: CertificateLabel, wanted: [String], fault: String) -> Problem {
        Problem(
            .chainPolicy,
            "The certificate policies do not hold at \(certificate): \(fault); wanted: "
                + "\(wanted.isEmpty ? "any policy" : list(wanted)).",
            remedy: "Use a fitting policy set, or certificates that assert it."
        )
    }

    /// A fault of the profile.
    public static func profile(_ certificate: CertificateLabel, fault: String, rule: String) -> Problem {
        Problem(
            .chainProfile,
            "\(certificate): \(fault) (\(rule)).",
            remedy: "Reissue the certificate, or use other rules."
        )
    }

    /// A purpose that the certificate does not serve.
    public static func purposeWrong(_ certificate: CertificateLabel, found: [String], wanted: String, rule: String)
        -> Problem
    {
        let usage = found.isEmpty ? "has no extended key usage" : "is for \(list(found))"
        return Problem(
            .chainPurpose,
            "\(certificate) \(usage), and \(wanted) is wanted: \(rule).",
            remedy: "Use a certificate with \(wanted)."
        )
    }

    /// A key that is too small or of the wrong type.
    public static func keyWeak(_ certificate: CertificateLabel, key: String, minimum: String, rule: String) -> Problem {
        Problem(
            .chainWeakKey,
            "The key of \(certificate) is \(key); \(rule) want\(rule.hasSuffix("s") ? "" : "s") \(minimum).",
            remedy: "Use a larger key."
        )
    }

    /// A digest that is too weak.
    public static func digestWeak(_ certificate: CertificateLabel, digest: String, minimum: String, rule: String)
        -> Problem
    {
        Problem(
            .chainWeakDigest,
            "\(certificate) is signed with \(digest); \(rule) want\(rule.hasSuffix("s") ? "" : "s") \(minimum).",
            remedy: "Reissue the certificate with SHA-256."
        )
    }

    /// A fault that OpenSSL names and that has no sentence of its own.
    public static func openSSLRefuses(
        _ certificate: CertificateLabel,
        code: DiagnosisCode,
        text: String,
        name: String
    ) -> Problem {
        Problem(code, "OpenSSL refuses \(certificate): \(text) (\(name)).")
    }
}
