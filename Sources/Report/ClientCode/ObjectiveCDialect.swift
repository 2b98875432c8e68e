import Foundation
import Trust

/// Objective-C with Apple's Security.
struct ObjectiveCDialect: CodeDialect {
    /// Whether the manager's AFSecurityPolicy is the client's policy; else `CSJudge` is.
    let hasSecurityPolicy: Bool

    let accept = ["return CSTrusted;"]
    let stepAside = ["return CSNotPinned;"]
    let leave = ["return;"]

    /// A string literal.
    static func string(_ text: String) -> String { "@" + CodeText.quoted(text) }

    func fileName(_ name: String) -> String { Self.string(name) }
    func when(_ condition: String) -> String { "if (\(condition)) {" }
    func not(_ condition: String) -> String { "!(\(condition))" }
    func both(_ left: String, _ right: String) -> String { "\(left) && \(right)" }

    func isHost(_ hostCase: TrustProgram.HostCase) -> String {
        let name = Self.string(hostCase.host)
        switch hostCase.below {
        case .none: return "[host isEqualToString:\(name)]"
        case .any: return "[host isEqualToString:\(name)] || [host hasSuffix:\(Self.string("." + hostCase.host))]"
        case .oneLabel: return "[host isEqualToString:\(name)] || [CSParent(host) isEqualToString:\(name)]"
        }
    }

    func statements(_ step: TrustProgram.Step) -> [String] {
        switch step {
        case .remark: []
        case .sslPolicy(checksHost: true): setPolicy("SecPolicyCreateSSL(true, (__bridge CFStringRef)host)")
        case .sslPolicy(checksHost: false): setPolicy("SecPolicyCreateSSL(true, NULL)")
        case .basicPolicy: setPolicy("SecPolicyCreateBasicX509()")
        case .revocationPolicy: setPolicy("SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod)")
        case .anchors(let certificates, let only):
            [
                "SecTrustSetAnchorCertificates(trust, (__bridge CFArrayRef)\(list(certificates)));",
                "SecTrustSetAnchorCertificatesOnly(trust, \(only));",
            ]
        case .requireValid: ["if (!SecTrustEvaluateWithError(trust, NULL)) { return CSRefused; }"]
        case .requireCertificate(let certificates):
            ["if (!CSChainContains(CSChain(trust), \(list(certificates)))) { return CSRefused; }"]
        case .requireKey(let keys, let side):
            [
                "if (!CSChainHasKey(CSChain(trust), @[\(pins(keys))], \(place(side)))) { return CSRefused; }"
            ]
        case .refuse: ["return CSRefused;"]
        }
    }

    private func setPolicy(_ policy: String) -> [String] {
        ["SecTrustSetPolicies(trust, (__bridge CFTypeRef)@[(__bridge_transfer id)\(policy)]);"]
    }

    private func pins(_ keys: [SHA256Digest]) -> String {
        keys.map { Self.string(CodeText.base64($0.bytes)) }.joined(separator: ", ")
    }

    private func place(_ side: TrustProgram.Side) -> String {
        switch side {
        case .any: "CSAnyMember"
        case .leaf: "CSLeaf"
        case .authorities: "CSAuthorities"
        }
    }

    private func list(_ certificates: [Certificate]) -> String {
        "CSCertificates(@[\(certificates.map { Self.string(CodeText.base64($0.der)) }.joined(separator: ", "))])"
    }

    // MARK: Flows

    func condition(_ condition: FlowCondition) -> String? {
        switch condition {
        case .always: "YES"
        case .outsideOfTheAnswer: nil
        case .isMethod(let methods):
            "[@[\(methods.map(MethodName.constant).joined(separator: ", "))] containsObject:space.authenticationMethod]"
        case .isServerTrust: "[space.authenticationMethod isEqualToString:NSURLAuthenticationMethodServerTrust]"
        case .hostIsDotted: "CSIsDottedAddress(space.host)"
        case .fileIsMissing(let file): "CSData(\(fileName(file))) == nil"
        case .fileIsNoCertificate(let file):
            "CSData(\(fileName(file))) != nil && CSCertificateOfFile(\(fileName(file))) == nil"
        case .settingAnchorsFailed: "anchorsStatus != errSecSuccess"
        case .isValid: "isValid"
        case .resultIs(let results):
            "("
                + results.map {
                    "result == kSecTrustResult\($0.name.prefix(1).uppercased())\($0.name.dropFirst())"
                }
                .joined(separator: " || ") + ")"
        case .policyAccepted: "accepted"
        case .hasIdentity(let file), .identityFits(let file): "CSIdentity(\(fileName(file))) != nil"
        case .not(let inner): self.condition(inner).map(not)
        case .both(let left, let right):
            if let left = self.condition(left), let right = self.condition(right) { both(left, right) } else { nil }
        }
    }

    func statements(_ action: FlowAction) -> [String]? {
        switch action {
        case .read(let file): ["(void)CSData(\(fileName(file)));"]
        case .setPolicy(let policy):
            [
                "SecTrustSetPolicies(space.serverTrust, (__bridge CFTypeRef)@[(__bridge_transfer id)"
                    + (policy == .ssl
                        ? "SecPolicyCreateSSL(true, (__bridge CFStringRef)space.host)]);"
                        : "SecPolicyCreateBasicX509()]);")
            ]
        case .filter(let passes):
            passes ? [] : ["completionHandler(NSURLSessionAuthChallengePerformDefaultHandling, nil);"]
        case .setAnchors(let files):
            [
                "anchorsStatus = SecTrustSetAnchorCertificates(space.serverTrust, (__bridge CFArrayRef)CSCertificatesOfFiles(@[\(files.map(fileName).joined(separator: ", "))]));"
            ]
        case .evaluate:
            [
                "isValid = SecTrustEvaluateWithError(space.serverTrust, NULL);",
                "SecTrustGetTrustResult(space.serverTrust, &result);",
            ]
        case .askPolicy:
            hasSecurityPolicy
                ? ["accepted = [policy evaluateServerTrust:space.serverTrust forDomain:space.host];"]
                : ["accepted = CSJudge(space.serverTrust, space.host) == CSTrusted;"]
        case .answer(let answer): statements(answer)
        case .useForEachMember(let file):
            [
                "for (id member in CSChain(space.serverTrust)) {",
                "    if (CSEqual(member, CSCertificateOfFile(\(fileName(file))))) {",
                "        completionHandler(NSURLSessionAuthChallengeUseCredential, [NSURLCredential credentialForTrust:space.serverTrust]);",
                "    }", "}",
            ]
        case .leave: []
        case .crash(let what): ["[NSException raise:NSInvalidArgumentException format:@\"%@\", \(Self.string(what))];"]
        }
    }

    private func statements(_ answer: FlowAnswer) -> [String]? {
        switch answer {
        case .use:
            [
                "completionHandler(NSURLSessionAuthChallengeUseCredential, [NSURLCredential credentialForTrust:space.serverTrust]);"
            ]
        case .cancel: ["completionHandler(NSURLSessionAuthChallengeCancelAuthenticationChallenge, nil);"]
        case .useNothing: ["completionHandler(NSURLSessionAuthChallengeUseCredential, nil);"]
        case .performDefault, .continueWithout:
            ["completionHandler(NSURLSessionAuthChallengePerformDefaultHandling, nil);"]
        case .firstIdentity(let file), .fittingIdentity(let file):
            ["completionHandler(NSURLSessionAuthChallengeUseCredential, CSIdentity(\(fileName(file))));"]
        }
    }
}
