import Diagnosis
import Events
import Foundation
import Testing
import Trust

@testable import Report

/// Which numbers a text is about, and of which families.
@Suite struct ExplanationReadingTests {
    static let table = Result { try ErrorTable.installed() }

    /// `family number` or `family name` of everything found, in its order.
    func found(_ text: String) throws -> [String] {
        Explanation(text, table: try Self.table.get()).mentions.flatMap { mention in
            mention.meanings.map { "\($0.family.rawValue) \($0.number.map { String($0) } ?? $0.name)" }
        }
    }

    @Test(arguments: [
        ("-1202", ["nsurl -1202"]),
        ("\u{2212}1202", ["nsurl -1202"]),
        ("1202", ["nsurl -1202"]),
        ("-9807", ["stream -9807"]),
        ("60", ["x509 60", "alert 60", "curl 60"]),
        ("-999, -9806", ["nsurl -999", "stream -9806"]),
        (
            "Task <5C0>.<1> HTTP load failed, 0/0 bytes (error code: -1202 [3:-9813])",
            ["nsurl -1202", "stream -9813"]
        ),
        (
            "2026-11-30 12:00:01.123456+0100 App[4711:815] Task <A-1>.<2> finished with error [-1200] Error Domain=NSURLErrorDomain "
                + "Code=-1200 \"x\" UserInfo={_kCFStreamErrorDomainKey=3, _kCFStreamErrorCodeKey=-9802}",
            ["nsurl -1200", "stream -9802"]
        ),
        ("CFNetwork SSLHandshake failed (-9807)", ["stream -9807"]),
        ("NSURLConnection/CFURLConnection HTTP load failed (kCFStreamErrorDomainSSL, -9843)", ["stream -9843"]),
        ("Error Domain=NSOSStatusErrorDomain Code=-25293 \"(null)\"", ["osstatus -25293"]),
        ("Error Domain=NSOSStatusErrorDomain Code=-9807", ["stream -9807"]),
        ("SecPKCS12Import returned -26275", ["osstatus -26275"]),
        ("trust result 5", ["trust-result 5"]),
        ("At the proxy: the root is unknown. [chain.untrusted-root]", ["diagnosis chain.untrusted-root"]),
        ("pin.ends, then chain.self-signed", ["finding pin.ends", "diagnosis chain.self-signed"]),
        ("wire.alert-42", ["alert 42"]),
        ("SecTrustEvaluate gave kSecTrustResultRecoverableTrustFailure", ["trust-result 5"]),
        ("curl: (35) error:0A000410:SSL routines::sslv3 alert handshake failure", ["curl 35", "alert 40"]),
        ("curl: (60) SSL certificate problem: certificate has expired", ["curl 60", "x509 10"]),
        ("cURL error 58: unable to set private key file", ["curl 58"]),
        ("verify error:num=20:unable to get local issuer certificate", ["x509 20"]),
        ("Verify return code: 21 (unable to verify the first certificate)", ["x509 21"]),
        ("error 18 at 0 depth lookup: self-signed certificate", ["x509 18"]),
        (
            "140:error:14094415:SSL routines:ssl3_read_bytes:sslv3 alert certificate expired:SSL alert number 45",
            ["alert 45"]
        ),
        (
            "error:0A000086:SSL routines:tls_post_process_server_certificate:certificate verify failed:",
            ["openssl 134"]
        ),
        (
            "boringssl_context_handle_fatal_alert(1991) [C1.1:2][0x7f8] read alert, level: fatal, description: certificate unknown",
            ["alert 46"]
        ),
        ("tlsv13 alert certificate required", ["alert 116"]),
        (
            "javax.net.ssl.SSLHandshakeException: Received fatal alert: bad_certificate",
            ["java javax.net.ssl.SSLHandshakeException", "alert 42"]
        ),
        (
            "java.security.cert.CertPathValidatorException: Trust anchor for certification path not found.",
            [
                "java java.security.cert.CertPathValidatorException",
                "android Trust anchor for certification path not found.",
            ]
        ),
        ("HTTP/1.1 400 Bad Request", ["http 400"]),
        ("<center>No required SSL certificate was sent</center>", ["http 400"]),
        ("status 496", ["http 496"]),
        ("NSURLErrorServerCertificateHasUnknownRoot", ["nsurl -1203"]),
        ("serverCertificateNotYetValid", ["nsurl -1204"]),
        ("errSSLXCertChainInvalid", ["stream -9807"]),
        ("X509_V_ERR_HOSTNAME_MISMATCH", ["x509 62"]),
        ("CURLE_SSL_CERTPROBLEM", ["curl 58"]),
        ("certificate_required", ["alert 116"]),
        ("the 3rd of May, 10:42, port 8443", []),
        ("it failed with error code: 58", ["x509 58", "curl 58"]),
        ("", []),
    ])
    func lines(text: String, wanted: [String]) throws { #expect(try found(text) == wanted) }

    @Test func ambiguityIsSaid() throws {
        let table = try Self.table.get()
        #expect(Explanation("60", table: table).mentions.first?.isAmbiguous == true)
        #expect(Explanation("curl: (60)", table: table).mentions.first?.isAmbiguous == false)
        #expect(Explanation("-1202", table: table).mentions.first?.isAmbiguous == false)
        let unknown = Explanation("12345 60", table: table)
        #expect(unknown.mentions.map(\.meanings.isEmpty) == [true, false])
        #expect(!Explanation("12345", table: table).isKnown)
    }

    @Test func foreignTextIsSanitised() throws {
        let explanation = Explanation("\u{1B}[2J -1202 \u{202E}", table: try Self.table.get())
        #expect(explanation.text == "\\u{1b}[2J -1202 \\u{202e}")
        #expect(explanation.mentions.map(\.text) == ["-1202"])
    }

    @Test func longAndHostileTextsAreRead() throws {
        let table = try Self.table.get()
        for text in [
            String(repeating: "9", count: 100_000), String(repeating: "-1202 ", count: 5000),
            String(repeating: "alert ", count: 5000), String(repeating: "error:", count: 5000), "-\u{0}\u{1}",
            String(repeating: "(", count: 20_000), "Code=-" + String(repeating: "9", count: 30),
        ] {
            let explanation = Explanation(text, table: table)
            #expect(explanation.mentions.count <= 40)
        }
    }

    // MARK: The table

    @Test func everyRowIsComplete() throws {
        for meaning in try Self.table.get().meanings where ErrorFamily.inFile.contains(meaning.family) {
            let title = "\(meaning.family) \(meaning.name)"
            #expect(meaning.says.hasSuffix(".") && meaning.untold.hasSuffix("."), "\(title)")
            #expect(!meaning.source.isEmpty && meaning.look.hasPrefix("countersign "), "\(title)")
            #expect(Set(meaning.causes).count == meaning.causes.count, "\(title)")
        }
    }

    @Test func everyCodeOfOurOwnIsExplained() throws {
        let table = try Self.table.get()
        for entry in DiagnosisTable.entries where !entry.code.isAlert {
            let meanings = Explanation("a sentence. [\(entry.code)]", table: table).mentions.flatMap(\.meanings)
            #expect(meanings.filter { $0.family == .diagnosis }.map(\.name) == [entry.code.rawValue])
            #expect(meanings.allSatisfy { $0.says.hasSuffix(".") && $0.name == entry.code.rawValue })
        }
        for kind in FindingKind.allCases {
            let meanings = Explanation("high \(kind.rawValue), closed by", table: table).mentions.flatMap(\.meanings)
            #expect(meanings.filter { $0.family == .finding }.map(\.name) == [kind.rawValue])
            #expect(meanings.allSatisfy { $0.remedy != nil || $0.family == .diagnosis })
        }
    }

    @Test func familiesHaveAllTheirNumbers() throws {
        let table = try Self.table.get()
        let numbers = { (family: ErrorFamily) in Set(table.meanings.filter { $0.family == family }.compactMap(\.number))
        }
        #expect(numbers(.x509) == Set(0...94))
        #expect(numbers(.trustResult) == Set(0...7))
        #expect(numbers(.alert).isSuperset(of: [0, 10, 40, 42, 45, 46, 48, 70, 80, 112, 116, 120]))
        #expect(numbers(.http).isSuperset(of: [400, 403, 495, 496]))
        #expect(numbers(.curl).isSuperset(of: [35, 51, 56, 58, 60, 77, 83, 90, 91, 98]))
        #expect(numbers(.nsurl).isSuperset(of: Set(-1206 ... -1200)))
        #expect(numbers(.stream).isSuperset(of: Set(-9865 ... -9812)))
        #expect(numbers(.stream).isSuperset(of: Set(-9886 ... -9880)))
        #expect(
            numbers(.osstatus).isSuperset(of: [-50, -25264, -25293, -25299, -25300, -25308, -26275, -67843, -67901])
        )
        // Names from the program's own tables, not repeated in the file.
        #expect(table.meaning(of: 10, in: .x509)?.name == X509ErrorName.name(of: 10))
        #expect(table.meaning(of: 116, in: .alert)?.name == AlertFacts.name(of: 116))
    }

    @Test(arguments: [
        ("{ schema: \"x\", families: {} }", "schema"), ("{ schema: \"countersign.explanations/1\" }", "families"),
        ("{ schema: \"countersign.explanations/1\", families: { nsurls: {} } }", "nsurls"), ("[", "line 1"),
    ])
    func faultsOfTheFile(text: String, word: String) {
        let problem = #expect(throws: Problem.self) { try ErrorTable(parsing: Array(text.utf8), file: "e.json5") }
        #expect(problem?.description.contains(word) == true || word == "line 1", "\(problem as Any)")
    }
}
