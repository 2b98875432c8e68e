extension TrustProgram {
    /// What is done for a host: the first case that it is in, else what is done for all others.
    func branch(for host: String) -> Branch {
        let name = host.lowercased()
        return hosts.first { $0.contains(name) }?.branch ?? otherwise
    }
}

extension TrustProgram.HostCase {
    func contains(_ name: String) -> Bool {
        if name == host { return true }
        switch below {
        case .none: return false
        case .any: return name.hasSuffix("." + host)
        case .oneLabel: return name.split(separator: ".").dropFirst().joined(separator: ".") == host
        }
    }
}
