import Foundation
import Trust

/// A URLSession delegate in Swift that answers both challenges as the client does.
struct URLSessionCode {
    private let client: ClientCode
    private let program: TrustProgram
    private let flow: Flow?

    init(_ client: ClientCode) {
        self.client = client
        program = TrustProgram(client.profile, anchors: client.anchors)
        flow = client.profile.flow.flatMap { Flow.named($0) }
    }

    func write(to code: inout CodeText) {
        client.writeHead(.urlsession, to: &code)
        InfoPlistNotes.write(client.profile, to: &code)
        code.line()
        for module in ["CryptoKit", "Foundation", "Security"] { code.line("import \(module)") }
        code.line()
        code.block("final class ChallengeDelegate: NSObject, URLSessionDelegate {") { writeClass(to: &$0) }
        code.line()
        writeConfiguration(to: &code)
    }

    private func writeClass(to code: inout CodeText) {
        code.line("private enum Verdict { case trusted, refused, notPinned }")
        code.line()
        code.comment("From wherever secrets are kept; in the code it would ship with every copy of the app.")
        code.line("private let passPhrase: String")
        code.line()
        code.line("init(passPhrase: String = \"\") { self.passPhrase = passPhrase }")
        code.line()
        code.line("func urlSession(")
        code.line("    _ session: URLSession,")
        code.line("    didReceive challenge: URLAuthenticationChallenge,")
        code.line("    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void")
        code.block(") {") { code in
            code.line("let space = challenge.protectionSpace")
            if let flow { write(flow, to: &code) } else { writeAnswers(to: &code) }
        }
        code.line()
        code.block("private func judge(_ trust: SecTrust, host: String) -> Verdict {") {
            SwiftDialect.urlSession.write(program, to: &$0)
        }
        let helpers = [
            SwiftHelpers.chain, SwiftHelpers.keyHash, SwiftHelpers.files,
            SwiftHelpers.identity(sendsChain: client.profile.sends == .chain),
        ]
        for helper in helpers {
            code.add(helper.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
    }

    private func write(_ flow: Flow, to code: inout CodeText) {
        if client.profile.whenTrusted != .policy || client.profile.whenRefused != .policy {
            code.comment("Cannot be expressed: answers set by hand in the place of the flow's own.")
        }
        let uses = FlowUses(flow)
        if uses.policy { code.line("var verdict = Verdict.refused") }
        if uses.evaluation {
            code.line("var isValid = false")
            code.line("var result = SecTrustResultType.invalid")
        }
        if uses.anchors { code.line("var anchorsStatus = errSecSuccess") }
        if !SwiftDialect.urlSession.write(flow, to: &code) {
            code.comment("No step applies: nothing is answered, as in the flow.")
        }
    }

    private func writeAnswers(to code: inout CodeText) {
        let profile = client.profile
        code.line("switch space.authenticationMethod {")
        code.line("case NSURLAuthenticationMethodServerTrust:")
        code.line(
            "    guard let trust = space.serverTrust else { return completionHandler(.performDefaultHandling, nil) }"
        )
        code.line("    switch judge(trust, host: space.host) {")
        code.line(
            "    case .trusted: " + answer(profile.whenTrusted, policy: ".useCredential, URLCredential(trust: trust)")
        )
        code.line("    case .refused: " + answer(profile.whenRefused, policy: ".cancelAuthenticationChallenge, nil"))
        code.line("    case .notPinned: completionHandler(.performDefaultHandling, nil)")
        code.line("    }")
        writeIdentity(to: &code)
        code.line("default: completionHandler(.performDefaultHandling, nil)")
        code.line("}")
    }

    private func writeIdentity(to code: inout CodeText) {
        guard case .file(let path) = client.profile.identity else {
            if client.profile.identity == .ask {
                code.comment("Cannot be expressed: a person is asked for the identity.")
            }
            return
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        code.line("case NSURLAuthenticationMethodClientCertificate:")
        code.comment(
            "    The first identity is offered whatever issuers are named: Security has no call that compares them."
        )
        code.line("    guard let credential = identity(\(CodeText.quoted(name))) else {")
        let none = answer(
            client.profile.whenNoIdentity,
            policy: ".performDefaultHandling, nil",
            use: ".useCredential, nil"
        )
        code.line("        " + none)
        code.line("        return")
        code.line("    }")
        let use = ".useCredential, credential"
        code.line("    " + answer(client.profile.whenIdentityFits, policy: use, use: use))
    }

    /// An answer set by hand, or the policy's own.
    private func answer(
        _ fixed: FixedAnswer,
        policy: String,
        use: String = ".useCredential, URLCredential(trust: trust)"
    )
        -> String
    {
        switch fixed {
        case .policy: "completionHandler(\(policy))"
        case .use: "completionHandler(\(use))"
        case .default: "completionHandler(.performDefaultHandling, nil)"
        case .cancel: "completionHandler(.cancelAuthenticationChallenge, nil)"
        case .reject: "completionHandler(.rejectProtectionSpace, nil)"
        case .none, .continue: "completionHandler(.useCredential, nil)"
        case .silent: "break  // Never answered: the request hangs until its time-out."
        case .hold: "completionHandler(.cancelAuthenticationChallenge, nil)  // Cannot be expressed: a person is asked."
        }
    }

    private func writeConfiguration(to code: inout CodeText) {
        let profile = client.profile
        code.block("func makeSession(_ delegate: ChallengeDelegate) -> URLSession {") { code in
            code.line(
                "let configuration = URLSessionConfiguration.\(profile.answersKept == .fresh ? "ephemeral" : "default")"
            )
            if profile.answersKept == .fresh {
                code.comment("Cannot be expressed: connections and TLS sessions of the process are kept by the system.")
            }
            code.line("configuration.tlsMinimumSupportedProtocolVersion = .TLSv1\(profile.minimumTLS.dropFirst(2))")
            code.line("configuration.tlsMaximumSupportedProtocolVersion = .TLSv1\(profile.maximumTLS.dropFirst(2))")
            code.line("return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)")
        }
    }
}
