import COpenSSL

/// Certificate policies (RFC 5280 §6.1), by OpenSSL's policy check; looked at only where the request has inputs for it.
enum OpenSSLPolicyRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        guard context.request.certificatePolicies != nil, context.path.anchorKind != nil else { return [] }
        let numbers = [X509_V_ERR_INVALID_POLICY_EXTENSION, X509_V_ERR_NO_EXPLICIT_POLICY]
        let faults = OpenSSLPath.faults(context, checksRevocation: false).filter { numbers.contains($0.number) }
        return OpenSSLFaults.results(faults, context)
    }
}
