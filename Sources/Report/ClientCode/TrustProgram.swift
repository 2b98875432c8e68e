import Trust

/// What a client demands of a server, as steps that any target may write down: all of them have to hold.
struct TrustProgram: Hashable {
    /// One thing to do or to demand.
    enum Step: Hashable {
        /// Say something about what follows.
        case remark(String)
        /// Set the SSL policy, with the host or without.
        case sslPolicy(checksHost: Bool)
        /// Set basic X.509: no name, no usage, no lifetime.
        case basicPolicy
        /// Set the revocation policy.
        case revocationPolicy
        /// Set anchors; the system's count beside them or not.
        case anchors([Certificate], only: Bool)
        /// The evaluation has to succeed.
        case requireValid
        /// One of these has to be in the built chain.
        case requireCertificate([Certificate])
        /// The key of a member of the built chain has to have one of these hashes.
        case requireKey([SHA256Digest], Side)
        /// Refuse, whatever the chain.
        case refuse(String)
    }

    /// Which members of the chain count.
    enum Side: Hashable {
        case any, leaf, authorities
    }

    /// What is done for some hosts.
    enum Branch: Hashable {
        /// These steps.
        case steps([Step])
        /// The system decides.
        case defaultHandling
    }

    /// A host, and what is done for it.
    struct HostCase: Hashable {
        /// Which names below it count.
        enum Below: Hashable {
            case none, oneLabel, any
        }

        var host: String
        var below: Below
        var branch: Branch
    }

    /// Hosts with something of their own, the most specific first.
    var hosts: [HostCase] = []
    /// What is done for all others.
    var otherwise: Branch
    /// What this form cannot say about the client.
    var gaps: [String] = []
}
