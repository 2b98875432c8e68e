import Diagnosis
import Foundation
import Trust

/// The first cause in a few words, for a column: `ended 412 d ago`. The sentence stays the event's own.
enum ShortCause {
    /// Why a check does not hold; empty where it does.
    static func text(_ check: Check, of evaluation: Evaluation) -> String {
        guard check.result == .fail || check.result == .letBy else { return "" }
        let certificate = check.certificate.flatMap { index in
            evaluation.certificates.indices.contains(index) ? evaluation.certificates[index] : nil
        }
        if let date = date(check.code, certificate, at: evaluation.date) { return date }
        return check.code.flatMap(phrase) ?? clause(check.detail)
    }

    /// A code's cause in a few words; nil for codes that stand for no refusal or say too little alone.
    static func phrase(_ code: DiagnosisCode) -> String? { phrases[code] }

    /// The first clause of a sentence.
    static func clause(_ sentence: String) -> String {
        let clean = Sanitizer.line(sentence)
        let end = clean.firstIndex { $0 == ";" } ?? clean.range(of: ". ")?.lowerBound ?? clean.endIndex
        let clause = clean[..<end]
        return String(clause.last == "." ? clause.dropLast() : clause)
    }

    private static func date(_ code: DiagnosisCode?, _ certificate: CertificateSummary?, at date: Date) -> String? {
        guard let certificate else { return nil }
        // A member above the leaf is named: its end is not the leaf's.
        let who = certificate.role == "leaf" ? "" : certificate.role + " "
        if code == .dateExpired, let end = certificate.notAfter, end < date {
            return Sanitizer.line("\(who)ended \(Tenths.span(seconds: date.timeIntervalSince(end))) ago")
        }
        if code == .dateNotYetValid, let start = certificate.notBefore, start > date {
            return Sanitizer.line("\(who)starts in \(Tenths.span(seconds: start.timeIntervalSince(date)))")
        }
        return nil
    }

    private static let phrases: [DiagnosisCode: String] = ofChecks.merging(ofConnections) { first, _ in first }

    private static let ofChecks: [DiagnosisCode: String] = [
        .chainMissingIssuer: "issuer missing",
        .chainSelfSigned: "self-signed, no anchor",
        .chainUntrustedRoot: "root not trusted",
        .chainPurpose: "wrong purpose",
        .chainKeyUsage: "CA may not sign",
        .chainIssuerNotCa: "issuer is no CA",
        .chainPathlen: "path too long for a CA",
        .chainDepth: "over the depth limit",
        .chainNameConstraints: "name not permitted",
        .chainSignature: "bad signature",
        .chainWeakDigest: "weak digest",
        .chainWeakKey: "weak key",
        .chainProfile: "breaks the profile",
        .chainMalformed: "not decodable",
        .chainCriticalExtension: "unknown critical ext.",
        .chainPolicy: "no valid policy",
        .dateExpired: "expired",
        .dateNotYetValid: "not yet valid",
        .revocationRevoked: "revoked",
        .revocationUnknown: "no CRL in scope",
        .revocationBadCrl: "CRL unusable",
        .revocationBadResponse: "OCSP answer unusable",
        .revocationNoStaple: "no staple",
        .hostMismatch: "no SAN matches",
        .hostNoSan: "no SAN that could match",
        .hostBadReference: "no host name",
        .pinNoMatch: "no pin matches",
        .pinEmpty: "no pins loaded",
        .pinFormat: "unreadable pin",
        .pinKeyType: "key type not hashed",
        .policyContradiction: "switches contradict",
        .policyLifetime: "valid for too long",
        .policyNoEvaluator: "no evaluator for host",
        .policyNoHost: "needs a host",
        .policyBaseUrl: "no https base URL",
        .policyGone: "manager released",
        .policyNotSet: "policy never set",
        .atsForwardSecrecy: "no forward secrecy",
        .atsExceptionNeeded: "ATS exception needed",
        .atsCleartext: "cleartext refused",
        .atsBeforeChallenge: "refused before asking",
        .atsAfterUse: "refused after use",
        .atsMinTls: "TLS version too low",
        .atsCipher: "cipher suite not taken",
        .atsCertificate: "certificate too weak",
    ]

    private static let ofConnections: [DiagnosisCode: String] = [
        .wireNameNotFound: "name not found",
        .wireRefused: "nobody listens there",
        .wireUnreachable: "no route",
        .wireTimeout: "no answer in time",
        .wireNotTls: "no TLS on that port",
        .wireVersion: "no common TLS version",
        .wireDhTooSmall: "DH group too small",
        .wireLegacyRenegotiation: "no secure renegotiation",
        .wireEofInHandshake: "closed in the handshake",
        .wireProtocolError: "bad message received",
        .wireReset: "connection reset",
        .wireTruncatedPossible: "maybe cut short",
        .wireUnrecognizedName: "peer lacks that name",
        .requestRedirects: "too many redirects",
        .requestStopped: "stopped",
        .requestHeaderName: "bad header name",
        .responseStatus: "status not taken",
        .responseContentType: "content type not taken",
        .proxyTunnelRefused: "proxy refused the tunnel",
        .proxyExpectsTls: "proxy wants TLS",
        .clientNone: "server wants an identity",
        .clientIssuerNotAccepted: "its CA is not accepted",
        .clientChainIncomplete: "its chain is incomplete",
        .clientPurpose: "it lacks clientAuth",
        .clientExpired: "it has expired",
        .identityKeyMismatch: "key is not its own",
        .identityWeakDigest: "weak digest, not loaded",
        .identityWeakKey: "weak key, not loaded",
        .challengeTimeout: "no answer by a person",
        .challengeNeverAnswered: "never answered",
        .urlMalformed: "no address",
    ]
}
