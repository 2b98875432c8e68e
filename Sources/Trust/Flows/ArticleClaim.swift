/// What popular articles say about a flow, and what is true of it.
public struct ArticleClaim: Hashable, Sendable, Codable {
    /// How the claim fares.
    public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
        /// It holds.
        case holds
        /// It holds within limits, which the sentence names.
        case partly
        /// It does not hold.
        case wrong
    }

    /// The id of the flow that shows it: `F17`.
    public let flow: String
    /// The claim, as one sentence.
    public let claim: String
    /// How it fares.
    public let verdict: Verdict
    /// What is true, as one sentence or two.
    public let truth: String

    init(_ flow: String, _ claim: String, _ verdict: Verdict, _ truth: String) {
        self.flow = flow
        self.claim = claim
        self.verdict = verdict
        self.truth = truth
    }
}

extension ArticleClaim {
    /// Every claim, in the order of the flows that show them.
    public static let all = [
        ArticleClaim(
            "F1",
            "Without the transport-security setting the certificate is not verified.",
            .wrong,
            "It is verified, by the system: a chain that it refuses ends the request before the app's callback runs."
        ),
        ArticleClaim(
            "F1",
            "Use and default both need a credential.",
            .wrong,
            "Default handling ignores the credential; use without one leaves the default verdict in force."
        ),
        ArticleClaim(
            "F1",
            "A wildcard covers sub-domains.",
            .partly,
            "It covers exactly one label: *.example.com is for a.example.com, not for a.b.example.com."
        ),
        ArticleClaim(
            "F1",
            "https stops a debugging proxy.",
            .partly,
            "Not where the proxy's CA is installed on the device: its certificates are accepted then."
        ),
        ArticleClaim(
            "F2",
            "iOS takes no self-signed certificate.",
            .wrong,
            "It does as an anchor or as a pin with invalid ones allowed, given a transport exception for the host."
        ),
        ArticleClaim(
            "F2",
            "A pinned server certificate keeps the man in the middle out.",
            .partly,
            "A pin on the leaf does; a pin on a CA without the name lets every certificate of that CA pass."
        ),
        ArticleClaim(
            "F2",
            "With the name off, certificates of other trusted CAs connect too.",
            .partly,
            "Only without pins: with a pin the chain still has to hold it."
        ),
        ArticleClaim(
            "F4",
            "Result 1 or 4 means that all certificates of that CA are trusted.",
            .partly,
            "Each of them, for its own names: the loader's policy still checks the name."
        ),
        ArticleClaim(
            "F6",
            "Nobody certifies an IP address.",
            .wrong,
            "An alternative name can hold an address; connecting to the address and validating the real name is better."
        ),
        ArticleClaim(
            "F8",
            "After a restart the web view trusts by history.",
            .wrong,
            "What comes without a challenge then comes from the cache; no verdict is stored."
        ),
        ArticleClaim(
            "F8",
            "A script's request on an https page needs nothing.",
            .partly,
            "The same host and port share the page's connection; another host has a challenge of its own."
        ),
        ArticleClaim(
            "F8",
            "After the probe the channel stands.",
            .partly,
            "Only where its connection is reused or its TLS session resumed; a new handshake asks again."
        ),
        ArticleClaim(
            "F12",
            "The certificate signing request holds the private key.",
            .wrong,
            "It holds the public key, signed with the private one, which stays where it was made."
        ),
        ArticleClaim(
            "F12",
            "P12 is certificate and key.",
            .holds,
            "And perhaps the chain above the certificate, which then is in the file to be sent."
        ),
        ArticleClaim(
            "F12",
            "A mobile provisioning profile is an identity.",
            .wrong,
            "It holds certificates of signers and no private key."
        ),
        ArticleClaim(
            "F13",
            "One-way or two-way is the server's choice.",
            .holds,
            "The same client gets one challenge or two, as the server asks or does not."
        ),
        ArticleClaim(
            "F14",
            "Verification is 90 % of the CPU.",
            .wrong,
            "Building and verifying a chain of three is a small part of a handshake, about an eighth here."
        ),
        ArticleClaim(
            "F17",
            "AFNetworking 3 wants .der, .cer is a trap.",
            .wrong,
            "The content decides: DER under either name makes a certificate, PEM under either makes none."
        ),
        ArticleClaim(
            "F17",
            "Only cer is supported.",
            .wrong,
            "Only automatic loading looks for .cer (AFNetworking) or .cer, .crt and .der (Alamofire); any name can be read."
        ),
        ArticleClaim(
            "F20",
            "The client's p12 is the server's pfx.",
            .wrong,
            "Dangerous where it is so: whoever has the app then holds the server's key and can be the server."
        ),
    ]
}
