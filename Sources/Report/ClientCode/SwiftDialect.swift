import Foundation
import Trust

/// Swift with Apple's Security: the verdict is thrown or returned as the caller says.
struct SwiftDialect: CodeDialect {
    /// The statement that refuses, with a reason that a program can read.
    let refusal: @Sendable (String) -> String
    let accept: [String]
    let stepAside: [String]

    /// Inside `judge(_:host:)` of a URLSession delegate.
    static let urlSession = SwiftDialect(
        refusal: { _ in "return .refused" },
        accept: ["return .trusted"],
        stepAside: ["return .notPinned"]
    )

    func fileName(_ name: String) -> String { CodeText.quoted(name) }
    func when(_ condition: String) -> String { "if \(condition) {" }
    func not(_ condition: String) -> String { "!(\(condition))" }
    func both(_ left: String, _ right: String) -> String { "\(left) && \(right)" }
    var leave: [String] { ["return"] }

    func isHost(_ hostCase: TrustProgram.HostCase) -> String {
        let name = CodeText.quoted(hostCase.host)
        switch hostCase.below {
        case .none: return "host == \(name)"
        case .any: return "host == \(name) || host.hasSuffix(\(CodeText.quoted("." + hostCase.host)))"
        case .oneLabel:
            return "host == \(name) || host.split(separator: \".\").dropFirst().joined(separator: \".\") == \(name)"
        }
    }

    func statements(_ step: TrustProgram.Step) -> [String] {
        switch step {
        case .remark: []
        case .sslPolicy(checksHost: true): ["SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, host as CFString))"]
        case .sslPolicy(checksHost: false): ["SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, nil))"]
        case .basicPolicy: ["SecTrustSetPolicies(trust, SecPolicyCreateBasicX509())"]
        case .revocationPolicy: revocation
        case .anchors(let certificates, let only):
            [
                "SecTrustSetAnchorCertificates(trust, \(list(certificates)) as CFArray)",
                "SecTrustSetAnchorCertificatesOnly(trust, \(only))",
            ]
        case .requireValid: ["guard SecTrustEvaluateWithError(trust, nil) else { \(refusal("evaluation")) }"]
        case .requireCertificate(let certificates):
            [
                "guard !Set(chain(of: trust).map(bytes)).isDisjoint(with: \(list(certificates)).map(bytes)) else {",
                "    \(refusal("pin"))",
                "}",
            ]
        case .requireKey(let keys, let side): requireKey(keys, side)
        case .refuse(let reason): [refusal(reason)]
        }
    }

    private var revocation: [String] {
        [
            "if let revocation = SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod) {",
            "    SecTrustSetPolicies(trust, revocation)", "}",
        ]
    }

    private func requireKey(_ keys: [SHA256Digest], _ side: TrustProgram.Side) -> [String] {
        let members =
            switch side {
            case .any: "chain(of: trust)"
            case .leaf: "chain(of: trust).prefix(1)"
            case .authorities: "chain(of: trust).dropFirst()"
            }
        let pins = keys.map { CodeText.quoted(CodeText.base64($0.bytes)) }.joined(separator: ", ")
        return [
            "guard \(members).compactMap(keyHash).contains(where: { ([\(pins)] as [String]).contains($0) }) else {",
            "    \(refusal("pin"))", "}",
        ]
    }

    private func list(_ certificates: [Certificate]) -> String {
        if certificates.isEmpty { return "([] as [SecCertificate])" }
        let texts = certificates.map { "certificate(\(CodeText.quoted(CodeText.base64($0.der))))" }
        return "[\(texts.joined(separator: ", "))].compactMap { $0 }"
    }

    // MARK: Flows

    func condition(_ condition: FlowCondition) -> String? {
        switch condition {
        case .always: "true"
        // Not asked: such steps are remarks.
        case .outsideOfTheAnswer: nil
        case .isMethod(let methods):
            "[\(methods.map(MethodName.constant).joined(separator: ", "))].contains(space.authenticationMethod)"
        case .isServerTrust: "space.authenticationMethod == NSURLAuthenticationMethodServerTrust"
        case .hostIsDotted: "isDottedAddress(space.host)"
        case .fileIsMissing(let file): "data(\(fileName(file))) == nil"
        case .fileIsNoCertificate(let file):
            "data(\(fileName(file))) != nil && certificate(file: \(fileName(file))) == nil"
        case .settingAnchorsFailed: "anchorsStatus != errSecSuccess"
        case .isValid: "isValid"
        case .resultIs(let results):
            "[\(results.map { "SecTrustResultType.\($0.name)" }.joined(separator: ", "))].contains(result)"
        case .policyAccepted: "verdict == .trusted"
        case .hasIdentity(let file), .identityFits(let file): "identity(\(fileName(file))) != nil"
        case .not(let inner): self.condition(inner).map(not)
        case .both(let left, let right):
            if let left = self.condition(left), let right = self.condition(right) { both(left, right) } else { nil }
        }
    }

    func statements(_ action: FlowAction) -> [String]? {
        switch action {
        case .read(let file): ["_ = data(\(fileName(file)))"]
        case .setPolicy(let policy):
            [
                "if let trust = space.serverTrust {",
                "    SecTrustSetPolicies(trust, "
                    + (policy == .ssl
                        ? "SecPolicyCreateSSL(true, space.host as CFString))" : "SecPolicyCreateBasicX509())"),
                "}",
            ]
        // A session has no filter; what it lets through goes on, and what it keeps away the loader answers by itself.
        case .filter(let passes): passes ? [] : ["completionHandler(.performDefaultHandling, nil)"]
        case .setAnchors(let files):
            [
                "if let trust = space.serverTrust {",
                "    let anchors = [\(files.map { "certificate(file: \(fileName($0)))" }.joined(separator: ", "))].compactMap { $0 }",
                "    anchorsStatus = SecTrustSetAnchorCertificates(trust, anchors as CFArray)",
                "}",
            ]
        case .evaluate:
            [
                "if let trust = space.serverTrust {",
                "    isValid = SecTrustEvaluateWithError(trust, nil)",
                "    SecTrustGetTrustResult(trust, &result)", "}",
            ]
        case .askPolicy: ["if let trust = space.serverTrust { verdict = judge(trust, host: space.host) }"]
        case .answer(let answer): statements(answer)
        case .useForEachMember(let file):
            [
                "if let trust = space.serverTrust, let pinned = certificate(file: \(fileName(file))) {",
                "    for member in chain(of: trust) where bytes(member) == bytes(pinned) {",
                "        completionHandler(.useCredential, URLCredential(trust: trust))", "    }", "}",
            ]
        case .leave: []
        case .crash(let what): ["print(\(CodeText.quoted(what)))", "abort()"]
        }
    }

    private func statements(_ answer: FlowAnswer) -> [String]? {
        switch answer {
        case .use: ["completionHandler(.useCredential, space.serverTrust.map { URLCredential(trust: $0) })"]
        case .cancel: ["completionHandler(.cancelAuthenticationChallenge, nil)"]
        case .useNothing: ["completionHandler(.useCredential, nil)"]
        // A session has no fifth answer: for a server's trust it is the default verdict, for an identity none is sent.
        case .performDefault, .continueWithout: ["completionHandler(.performDefaultHandling, nil)"]
        case .firstIdentity(let file): ["completionHandler(.useCredential, identity(\(fileName(file))))"]
        case .fittingIdentity(let file): ["completionHandler(.useCredential, identity(\(fileName(file))))"]
        }
    }
}
