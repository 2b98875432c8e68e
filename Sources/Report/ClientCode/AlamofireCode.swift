import Foundation
import Trust

/// Alamofire 5: its own evaluators where the client has them, else an evaluator that does the policy's steps.
struct AlamofireCode {
    private let client: ClientCode
    private let program: TrustProgram
    private let obstacle: String?

    init(_ client: ClientCode) {
        self.client = client
        (program, obstacle) = TrustProgram.reading(client)
    }

    /// Refusing is throwing, and an evaluator that returns has accepted.
    private static let dialect = SwiftDialect(
        refusal: { _ in "throw AFError.serverTrustEvaluationFailed(reason: .trustEvaluationFailed(error: nil))" },
        accept: ["return"],
        stepAside: ["return  // Not reached: the manager has no evaluator for such hosts."]
    )

    func write(to code: inout CodeText) {
        client.writeHead(.alamofire, to: &code)
        InfoPlistNotes.write(client.profile, to: &code)
        writeGaps(to: &code)
        code.line()
        for module in ["Alamofire", "CryptoKit", "Foundation", "Security"] { code.line("import \(module)") }
        code.line()
        if let obstacle {
            code.comment("Cannot be expressed: \(obstacle).")
            code.comment(
                "  Alamofire asks evaluators alone; the URLSession delegate for this client says what it does."
            )
            return
        }
        if let policy = client.profile.policy.base as? AlamofirePolicy, client.anchors.app.isEmpty,
            let manager = Self.native(policy)
        {
            code.add(manager)
        } else {
            writeEvaluator(to: &code)
        }
    }

    private func writeGaps(to code: inout CodeText) {
        let profile = client.profile
        let trusted: [FixedAnswer] = [.policy, .use]
        let refused: [FixedAnswer] = [.policy, .cancel]
        if !trusted.contains(profile.whenTrusted) || !refused.contains(profile.whenRefused) {
            code.comment(
                "Cannot be expressed: answers set by hand. Alamofire uses what an evaluator passes and cancels the rest."
            )
        }
        switch profile.identity {
        case .none: break
        case .file(let path):
            let name = path.split(separator: "/").last.map(String.init) ?? path
            code.comment(
                "The identity of \(name) is given with the request: request.authenticate(with: credential). Without one"
            )
            code.comment(
                "  Alamofire answers by default handling, and by reject once it has failed; no other answer is possible."
            )
        case .ask: code.comment("Cannot be expressed: a person is asked for the identity.")
        }
        if profile.minimumTLS != "1.2" || profile.maximumTLS != "1.3" {
            code.comment(
                "TLS \(profile.minimumTLS) to \(profile.maximumTLS) is set on the URLSessionConfiguration of the Session."
            )
        }
    }

    // MARK: Alamofire's own evaluators

    /// Nil where one of them cannot be made from what is known: Alamofire pins keys, not their hashes.
    private static func native(_ policy: AlamofirePolicy) -> [String]? {
        if let evaluator = policy.evaluator {
            guard let text = native(evaluator) else { return nil }
            return [
                "final class EveryHostManager: ServerTrustManager {",
                "    override func serverTrustEvaluator(forHost host: String) throws -> (any ServerTrustEvaluating)? {",
                "        \(text)", "    }", "}", "",
                "let session = Session(serverTrustManager: EveryHostManager(evaluators: [:]))",
            ] + certificateHelper
        }
        var rows: [String] = []
        for (host, evaluator) in (policy.hosts ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let text = native(evaluator) else { return nil }
            rows.append("        \(CodeText.quoted(host)): \(text),")
        }
        return [
            "let manager = ServerTrustManager(",
            "    allHostsMustBeEvaluated: \(policy.allHostsMustBeEvaluated ?? true),",
        ]
            + (rows.isEmpty ? ["    evaluators: [:]"] : ["    evaluators: ["] + rows + ["    ]"])
            + [")", "let session = Session(serverTrustManager: manager)"] + certificateHelper
    }

    private static func native(_ evaluator: AlamofireEvaluator) -> String? {
        func options(_ validation: AlamofireEvaluator.Validation) -> String {
            "performDefaultValidation: \(validation.performsDefault), validateHost: \(validation.validatesHost)"
        }
        switch evaluator {
        case .default(let validatesHost): return "DefaultTrustEvaluator(validateHost: \(validatesHost))"
        case .revocation(let validation): return "RevocationTrustEvaluator(\(options(validation)))"
        case .pinnedCertificates(let certificates, let acceptsSelfSigned, let validation):
            let texts = certificates.map { "pinned(\(CodeText.quoted(CodeText.base64($0.der))))" }
            let list = texts.isEmpty ? "[]" : "[\(texts.joined(separator: ", "))].compactMap { $0 }"
            return "PinnedCertificatesTrustEvaluator(certificates: \(list), "
                + "acceptSelfSignedCertificates: \(acceptsSelfSigned), \(options(validation)))"
        case .publicKeys: return nil
        case .composite(let evaluators):
            let texts = evaluators.map(native)
            guard texts.allSatisfy({ $0 != nil }) else { return nil }
            return "CompositeTrustEvaluator(evaluators: [\(texts.compactMap { $0 }.joined(separator: ", "))])"
        case .disabled: return "DisabledTrustEvaluator()"
        }
    }

    private static let certificateHelper = [
        "", "func pinned(_ base64: String) -> SecCertificate? {",
        "    Data(base64Encoded: base64).flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }", "}",
    ]

    // MARK: An evaluator of our own

    private func writeEvaluator(to code: inout CodeText) {
        code.block("struct ClientTrustEvaluator: ServerTrustEvaluating {") { code in
            code.block("func evaluate(_ trust: SecTrust, forHost host: String) throws {") {
                Self.dialect.write(program, to: &$0)
            }
            for helper in [SwiftHelpers.chain, SwiftHelpers.keyHash] {
                code.add(helper.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
            }
        }
        code.line()
        code.comment("The evaluator is for every host, which a table of exact names cannot say.")
        code.block("final class ClientTrustManager: ServerTrustManager {") { code in
            code.block(
                "override func serverTrustEvaluator(forHost host: String) throws -> (any ServerTrustEvaluating)? {"
            ) {
                code in
                for hostCase in program.hosts {
                    code.line("if \(Self.dialect.isHost(hostCase)) { return \(evaluator(hostCase.branch)) }")
                }
                code.line("return \(evaluator(program.otherwise))")
            }
        }
        code.line()
        code.line("let session = Session(serverTrustManager: ClientTrustManager(evaluators: [:]))")
    }

    /// No evaluator is default handling.
    private func evaluator(_ branch: TrustProgram.Branch) -> String {
        branch == .defaultHandling ? "nil" : "ClientTrustEvaluator()"
    }
}
