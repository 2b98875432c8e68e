import Diagnosis

extension TransportSecurityKeys {
    /// What is in the keys and not in force: arbitrary loads beside finer keys, domains that can match no host.
    public var remarks: [Problem] {
        var remarks: [Problem] = []
        if allowsArbitraryLoads == true, !disablingArbitraryLoads.isEmpty {
            remarks.append(.transportKeyIgnored("NSAllowsArbitraryLoads", because: disablingArbitraryLoads))
        }
        for domain in (exceptionDomains ?? [:]).keys.sorted() {
            if let problem = Self.formProblem(domain) { remarks.append(problem) }
        }
        // These are compared without regard to case.
        for domain in (pinnedDomains ?? [:]).keys.sorted() {
            if let problem = Self.formProblem(domain.lowercased()) { remarks.append(problem) }
        }
        return remarks
    }

    /// Why a domain as it is written matches no host; nil when it may.
    private static func formProblem(_ domain: String) -> Problem? {
        if AddressRange(domain) != nil { return nil }
        if domain.contains("://") {
            return .transportDomainForm(domain, fault: "it is a URL, the host alone is wanted", right: nil)
        }
        if domain.contains("*") {
            let rest = domain.split(separator: ".").drop { $0.contains("*") }.joined(separator: ".")
            return .transportDomainForm(
                domain,
                fault: "wildcards are not known there",
                right: rest.isEmpty ? nil : "\"\(rest)\" with NSIncludesSubdomains"
            )
        }
        if let colon = domain.firstIndex(of: ":") {
            return .transportDomainForm(domain, fault: "it has a port", right: "\"\(domain[..<colon].lowercased())\"")
        }
        if domain.hasSuffix(".") {
            return .transportDomainForm(
                domain,
                fault: "it ends with a dot",
                right: "\"\(domain.dropLast().lowercased())\""
            )
        }
        let host = HostName(domain)
        if case .bad(let reason) = host.form { return .transportDomainForm(domain, fault: reason, right: nil) }
        guard host.compared != domain else { return nil }
        let fault = domain.lowercased() == host.compared ? "it has upper-case letters" : "it is not written in A-labels"
        return .transportDomainForm(domain, fault: fault, right: "\"\(host.compared)\"")
    }
}
