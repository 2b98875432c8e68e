import Diagnosis
import Events
import FileSamples
import Foundation
import Lab
import Trust

@testable import Report

/// Text files of the program's own, requests of others, and what people paste.
enum TextFuzzing {
    static func readJSON5(_ bytes: [UInt8]) {
        _ = try? JSON5Value(parsing: bytes, file: "a")
        _ = try? LabRecipe(parsing: bytes, file: "a")
        _ = try? ErrorTable(parsing: bytes, file: "a")
    }

    static func evaluate(_ bytes: [UInt8]) {
        guard let request = try? JSONDecoder().decode(EvaluationRequest.self, from: Data(bytes)) else { return }
        var profile = ClientProfile(policy: request.policy)
        profile.flow = request.flow
        profile.rules = request.rules
        guard let evaluation = Decider.serverTrust(request, profile: profile).evaluation else { return }
        _ = try? EventJSON.encode(BatchResult(id: request.id, evaluation))
    }

    private static let table = try? ErrorTable.installed()

    static func explain(_ bytes: [UInt8]) {
        guard let table else { return }
        let explanation = Explanation(String(decoding: bytes, as: UTF8.self), table: table)
        _ = try? EventJSON.encode(explanation)
    }

    // MARK: Corpus

    static func ownFiles() throws -> [[UInt8]] {
        let files = ["certs/lab.json5", "explanations/explanations.json5"].compactMap {
            InstalledFile.read($0).found?.bytes
        }
        let small = [
            "{ a: 'b', \"c\": [1, -2.5e3, .5, 0x1F, +1, null, true, Infinity], /* x */ d: { e: \"\\x41\\u0041\\\n \" }, // y\n}",
            "[[[[1]]]]", "{schema:\"countersign.lab/1\",authorities:{},scenarios:{}}",
        ]
        return files + small.map { Array($0.utf8) }
    }

    static func requests() throws -> [[UInt8]] {
        let pki = try FilePKI.shared.get()
        let policies = [
            #"{"kind":"system"}"#, #"{"kind":"secTrust","policy":"ssl","host":true}"#, #"{"kind":"acceptAny"}"#,
            #"{"kind":"afSecurityPolicy","version":"4.0","pinningMode":"publicKey","pinnedCertificates":[PEM]}"#,
            #"{"kind":"alamofire","hosts":{"a.test":{"type":"default","validateHost":true}},"allHostsMustBeEvaluated":true}"#,
            #"{"kind":"alamofire","evaluator":{"type":"composite","evaluators":[{"type":"publicKeys","keys":[PEM]}]}}"#,
            #"{"kind":"trustKit","domains":{"test":{"TSKPublicKeyHashes":["AAAA"],"TSKIncludeSubdomains":true}}}"#,
            #"{"kind":"pinnedDomains","domains":{"a.test":{"NSIncludesSubdomains":true}}}"#,
        ]
        let pem = { (certificate: FixtureCertificate) in
            String(decoding: try JSONEncoder().encode(certificate.pem), as: UTF8.self)
        }
        return try policies.enumerated().map { index, policy in
            let rules = ["apple", "openssl", "strict"][index % 3]
            let text = """
                {"id":"1","chain":[\(try pem(pki.leaf)),\(try pem(pki.issuing))],"host":"client.example.test",\
                "at":"2026-11-30T00:00:00Z","rules":"\(rules)","anchors":{"app":[\(try pem(pki.root))],"appOnly":true,\
                "user":[],"system":[]},"purpose":"clientAuth","maxDepth":3,"certificatePolicies":\
                {"initialPolicySet":["2.5.29.32.0"],"requireExplicitPolicy":false},\
                "policy":\(policy.replacing("PEM", with: try pem(pki.leaf)))}
                """
            return Array(text.utf8)
        }
    }

    static func consoleLines() -> [[UInt8]] {
        [
            "-1202", "Task <1>.<1> HTTP load failed (error code: -1202 [3:-9813])",
            "curl: (60) certificate has expired",
            "error:0A000415:SSL routines::sslv3 alert certificate expired:SSL alert number 45",
            "Error Domain=NSURLErrorDomain Code=-1200 _kCFStreamErrorCodeKey=-9802", "verify error:num=20:x",
            "javax.net.ssl.SSLHandshakeException: Received fatal alert: bad_certificate", "HTTP/1.1 400 Bad Request",
        ].map { Array($0.utf8) }
    }
}
