import Foundation
import Trust

/// AFNetworking 4 in Objective-C: an AFSecurityPolicy where that says it all, else a challenge handler.
struct AFNetworkingCode {
    private let client: ClientCode
    private let program: TrustProgram
    private let flow: Flow?
    private let policy: AFSecurityPolicy?

    init(_ client: ClientCode) {
        self.client = client
        program = TrustProgram(client.profile, anchors: client.anchors)
        flow = client.profile.flow.flatMap { Flow.named($0) }
        policy = Self.native(client)
    }

    /// The policy, where AFNetworking 4 has it as it is: certificates as pins, the URL's host, no anchors of its own.
    private static func native(_ client: ClientCode) -> AFSecurityPolicy? {
        guard let policy = client.profile.policy.base as? AFSecurityPolicy, policy.version.hasPrefix("4"),
            client.anchors.app.isEmpty, !client.anchors.appOnly, client.profile.nameChecked == .urlHost,
            policy.pins.allSatisfy({ if case .certificate = $0 { true } else { false } })
        else { return nil }
        return policy
    }

    func write(to code: inout CodeText) {
        client.writeHead(.afnetworking, to: &code)
        InfoPlistNotes.write(client.profile, to: &code)
        code.comment("Built with automatic reference counting.")
        code.line()
        for header in ["AFNetworking/AFNetworking.h", "CommonCrypto/CommonDigest.h", "Security/Security.h"] {
            code.line("#import <\(header)>")
        }
        code.line()
        code.line("#pragma clang diagnostic ignored \"-Wunused-function\"")
        code.line()
        let helpers = ObjectiveCHelpers.text(sendsChain: client.profile.sends == .chain)
        code.add(helpers.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        code.line()
        code.block("static CSVerdict CSJudge(SecTrustRef trust, NSString *host) {") {
            dialect.write(program, to: &$0)
        }
        code.line()
        code.line("typedef void (^CSCompletion)(NSURLSessionAuthChallengeDisposition, NSURLCredential *);")
        code.line()
        let policyParameter = policy == nil ? "" : "AFSecurityPolicy *policy, "
        code.block(
            "static void CSAnswer(\(policyParameter)NSURLAuthenticationChallenge *challenge, CSCompletion completionHandler) {"
        ) { code in
            code.line("NSURLProtectionSpace *space = challenge.protectionSpace;")
            if let flow { write(flow, to: &code) } else { writeAnswers(to: &code) }
        }
        code.line()
        writeManager(to: &code)
    }

    private var dialect: ObjectiveCDialect { ObjectiveCDialect(hasSecurityPolicy: policy != nil) }

    private func write(_ flow: Flow, to code: inout CodeText) {
        let uses = FlowUses(flow)
        if uses.policy {
            code.line("BOOL accepted = NO;")
            code.line("(void)accepted;")
        }
        if uses.evaluation {
            code.line("BOOL isValid = NO;")
            code.line("SecTrustResultType result = kSecTrustResultInvalid;")
            code.line("(void)isValid;")
            code.line("(void)result;")
        }
        if uses.anchors {
            code.line("OSStatus anchorsStatus = errSecSuccess;")
            code.line("(void)anchorsStatus;")
        }
        if client.profile.whenTrusted != .policy || client.profile.whenRefused != .policy {
            code.comment("Cannot be expressed: answers set by hand in the place of the flow's own.")
        }
        if !dialect.write(flow, to: &code) { code.comment("No step applies: nothing is answered, as in the flow.") }
    }

    private func writeAnswers(to code: inout CodeText) {
        let profile = client.profile
        let trust = "[NSURLCredential credentialForTrust:space.serverTrust]"
        code.block("if ([space.authenticationMethod isEqualToString:NSURLAuthenticationMethodServerTrust]) {") { code in
            let verdict =
                policy == nil
                ? "CSJudge(space.serverTrust, space.host)"
                : "[policy evaluateServerTrust:space.serverTrust forDomain:space.host] ? CSTrusted : CSRefused"
            code.line("CSVerdict verdict = \(verdict);")
            code.block("if (verdict == CSTrusted) {") {
                $0.add(answer(profile.whenTrusted, "UseCredential, \(trust)", trust))
            }
            code.block("if (verdict == CSRefused) {") {
                $0.add(answer(profile.whenRefused, "CancelAuthenticationChallenge, nil", trust))
            }
        }
        writeIdentity(to: &code)
        code.line("completionHandler(NSURLSessionAuthChallengePerformDefaultHandling, nil);")
    }

    private func writeIdentity(to code: inout CodeText) {
        guard case .file(let path) = client.profile.identity else {
            if client.profile.identity == .ask {
                code.comment("Cannot be expressed: a person is asked for the identity.")
            }
            return
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        code.block("if ([space.authenticationMethod isEqualToString:NSURLAuthenticationMethodClientCertificate]) {") {
            code in
            code.comment(
                "The first identity is offered whatever issuers are named: Security has no call that compares them."
            )
            code.line("NSURLCredential *credential = CSIdentity(\(ObjectiveCDialect.string(name)));")
            code.block("if (credential == nil) {") {
                $0.add(answer(client.profile.whenNoIdentity, "PerformDefaultHandling, nil", "nil"))
            }
            code.add(answer(client.profile.whenIdentityFits, "UseCredential, credential", "credential"))
        }
    }

    /// An answer set by hand or the policy's own, and the return behind it.
    private func answer(_ fixed: FixedAnswer, _ policy: String, _ credential: String) -> [String] {
        let values: String? =
            switch fixed {
            case .policy: policy
            case .use: "UseCredential, \(credential)"
            case .default: "PerformDefaultHandling, nil"
            case .cancel, .hold: "CancelAuthenticationChallenge, nil"
            case .reject: "RejectProtectionSpace, nil"
            case .none, .continue: "UseCredential, nil"
            case .silent: nil
            }
        let note = fixed == .hold ? ["// Cannot be expressed: a person is asked."] : []
        guard let values else { return ["// Never answered: the request hangs until its time-out.", "return;"] }
        return note + ["completionHandler(NSURLSessionAuthChallenge\(values));", "return;"]
    }

    private func writeManager(to code: inout CodeText) {
        code.block("AFHTTPSessionManager *CSMakeManager(NSURL *baseURL) {") { code in
            code.line(
                "NSURLSessionConfiguration *configuration = [NSURLSessionConfiguration ephemeralSessionConfiguration];"
            )
            let versions = (client.profile.minimumTLS.dropFirst(2), client.profile.maximumTLS.dropFirst(2))
            code.line("configuration.TLSMinimumSupportedProtocolVersion = tls_protocol_version_TLSv1\(versions.0);")
            code.line("configuration.TLSMaximumSupportedProtocolVersion = tls_protocol_version_TLSv1\(versions.1);")
            code.line(
                "AFHTTPSessionManager *manager = [[AFHTTPSessionManager alloc] initWithBaseURL:baseURL "
                    + "sessionConfiguration:configuration];"
            )
            if let policy { write(policy, to: &code) }
            let argument = policy == nil ? "" : "policy, "
            code.line(
                "[manager setAuthenticationChallengeHandler:^id(NSURLSession *session, NSURLSessionTask *task, "
                    + "NSURLAuthenticationChallenge *challenge, CSCompletion completionHandler) {"
            )
            code.line("    CSAnswer(\(argument)challenge, completionHandler);")
            code.line("    return nil;")
            code.line("}];")
            code.line("return manager;")
        }
    }

    private func write(_ policy: AFSecurityPolicy, to code: inout CodeText) {
        let mode =
            switch policy.pinningMode {
            case .none: "AFSSLPinningModeNone"
            case .publicKey: "AFSSLPinningModePublicKey"
            case .certificate: "AFSSLPinningModeCertificate"
            }
        let pins = policy.pins.compactMap { pin -> String? in
            guard case .certificate(let certificate) = pin else { return nil }
            let text = ObjectiveCDialect.string(CodeText.base64(certificate.der))
            return "[[NSData alloc] initWithBase64EncodedString:\(text) options:0]"
        }
        code.line(
            "AFSecurityPolicy *policy = [AFSecurityPolicy policyWithPinningMode:\(mode) "
                + "withPinnedCertificates:[NSSet setWithArray:@[\(pins.joined(separator: ", "))]]];"
        )
        code.line("policy.allowInvalidCertificates = \(policy.allowInvalidCertificates ? "YES" : "NO");")
        code.line("policy.validatesDomainName = \(policy.validatesDomainName ? "YES" : "NO");")
        if policy.pinningMode != .none {
            code.comment("A manager with pins needs a base URL with https: else AFNetworking raises an exception here.")
        }
        code.line("manager.securityPolicy = policy;")
    }
}
