import Diagnosis
import Foundation
import Trust

/// Client code that does what a client of this program does; where a target cannot, the code says so.
public struct ClientCode: Sendable {
    /// The client.
    public var profile: ClientProfile
    /// What its anchors' files hold, and which of them count.
    public var anchors: Anchors
    /// The files that its flow reads.
    public var bundle: BundleSnapshot
    /// The policy line.
    public var policyLine: String
    /// The host that the code is for; nil for any.
    public var host: String?
    /// What is wrong with the client, which stands in the code as comments.
    public var findings: [Finding]

    /// Code for a client.
    public init(
        profile: ClientProfile,
        anchors: Anchors = Anchors(),
        bundle: BundleSnapshot = BundleSnapshot(),
        policyLine: String,
        host: String? = nil,
        findings: [Finding] = []
    ) {
        self.profile = profile
        self.anchors = anchors
        self.bundle = bundle
        self.policyLine = policyLine
        self.host = host
        self.findings = findings
    }

    /// The code for a target, a whole file.
    public func text(for target: ClientCodeTarget) -> String {
        var code = CodeText(commentPrefix: target.commentPrefix)
        switch target {
        case .urlsession: URLSessionCode(self).write(to: &code)
        case .alamofire: AlamofireCode(self).write(to: &code)
        case .afnetworking: AFNetworkingCode(self).write(to: &code)
        case .curl: CurlCode(self).write(to: &code)
        case .android: AndroidCode(self).write(to: &code)
        }
        return code.text
    }

    /// The comments at the head of a file: which client it is, what is wrong with it.
    func writeHead(_ target: ClientCodeTarget, to code: inout CodeText) {
        code.comment("\(target.title). It does what this client does:")
        code.comment("  \(profile.name): \(policyLine)")
        if profile.rules != .apple {
            code.comment(
                "The client is judged by the \(profile.rules.rawValue) rules; this code by those of its platform."
            )
        }
        if profile.delegate == .connection {
            code.comment(
                "Cannot be expressed: the client is an NSURLConnection delegate, with a filter, a fifth answer, and -1012 for"
            )
            code.comment("  a cancelled challenge; this code has what a session has.")
        }
        if !profile.identityRules.isEmpty {
            code.comment("Cannot be expressed: identities by rules of hosts; one identity is for all of them here.")
        }
        for finding in findings {
            code.comment("FINDING \(finding.severity.rawValue) \(finding.kind.rawValue): \(finding.text)")
            code.comment(
                "  closes: \(finding.closingText)" + (finding.references.isEmpty ? "" : " (\(finding.references))")
            )
        }
    }
}
