import Foundation
import Testing

@testable import Diagnosis

/// Each sentence has what the page of diagnoses demands, and nothing that it forbids.
@Suite struct FileSentencesTests {
    static let noon = Date(timeIntervalSince1970: 1_796_040_000)
    static let wrong = ["wrong pass phrase", "wrong password", "invalid password"]

    struct Row: Sendable {
        let problem: Problem
        let code: DiagnosisCode
        let says: [String]
        let never: [String]

        init(_ problem: Problem, _ code: DiagnosisCode, _ says: [String], never: [String] = []) {
            self.problem = problem
            self.code = code
            self.says = says
            self.never = never
        }
    }

    static let files: [Row] = [
        Row(.fileMissing(path: "/a/b"), .fileMissing, ["/a/b"]),
        Row(.fileEmpty(path: "/a/b"), .fileEmpty, ["/a/b", "0 bytes"]),
        Row(.fileNotRegular(path: "/a/b", what: "a directory"), .fileNotRegular, ["/a/b", "a directory"]),
        Row(
            .fileUnreadable(path: "/a/b", reason: "Permission denied", user: "ann"),
            .fileUnreadable,
            ["/a/b", "Permission denied", "as user ann"],
            never: ["missing"]
        ),
        Row(.fileTooLarge(path: "/a/b", bytes: 99, limit: 9), .fileUnrecognized, ["/a/b", "99 bytes", "at most 9"]),
        Row(
            .fileUnrecognized(name: "x", length: 3, first: [0, 255, 16], tried: ["PEM", "JKS"]),
            .fileUnrecognized,
            ["3 bytes", "00 ff 10", "PEM and JKS"],
            never: wrong + ["corrupt"]
        ),
        Row(
            .fileIsPEM(name: "p.cer", suffix: "cer", usually: "DER", loaded: "2 certificates", remedy: "r"),
            .fileIsPem,
            ["\"p.cer\"", "PEM", "DER", "2 certificates"],
            never: ["cancelled"]
        ),
        Row(
            .bundleIsPEM(name: "p.cer", certificates: 1, command: "c"),
            .fileIsPem,
            ["\"p.cer\"", "DER only", "nil", "0 loaded"]
        ),
        Row(
            .fileIsDER(name: "c.pem", suffix: "pem", first: [0x30, 0x82, 3], remedy: "r"),
            .fileIsDer,
            ["\"c.pem\"", "30 82 ..", ".pem"],
            never: ["no start line"]
        ),
        Row(
            .fileIsPKCS12(name: "c.pem", wanted: nil),
            .fileIsP12,
            ["PKCS#12", "--identity c.pem"],
            never: ["invalid PEM"]
        ),
        Row(
            .fileIsJKS(name: "a b.jks", kind: "JKS", entries: nil),
            .fileIsJks,
            ["Java key store", "keytool -importkeystore -srckeystore 'a b.jks'", "-deststoretype PKCS12"],
            never: wrong + ["corrupt"]
        ),
        Row(
            .fileIsPKCS7(name: "a.p7b", subjects: ["one", "two"], command: "c"),
            .fileIsPkcs7,
            ["2 certificates", "one and two"],
            never: ["corrupt"]
        ),
        Row(
            .fileIsPrivateKey(name: "k", label: "EC PRIVATE KEY", wanted: "a certificate"),
            .fileIsPrivateKey,
            ["EC PRIVATE KEY", "wanted is a certificate"]
        ),
        Row(
            .fileIsCSR(name: "k", label: "CERTIFICATE REQUEST", subject: "CN=x", wanted: "a certificate"),
            .fileIsCsr,
            ["CERTIFICATE REQUEST", "CN=x", "wanted is a certificate"],
            never: ["corrupt"]
        ),
        Row(
            .fileIsPublicKey(name: "k", label: "PUBLIC KEY", pin: "sha256//x", wanted: "a certificate"),
            .fileIsPublicKey,
            ["PUBLIC KEY", "key pin only", "sha256//x"],
            never: ["corrupt"]
        ),
        Row(.fileIsHTML(name: "p.cer", title: "Login"), .fileIsHtml, ["web page", "Login"], never: ["corrupt"]),
        Row(
            .fileUTF16(name: "d/p.pem", encoding: "UTF-16LE", hasMark: true),
            .fileUtf16,
            ["UTF-16LE", "iconv -f UTF-16 -t UTF-8 d/p.pem > d/p-utf8.pem"],
            never: ["no start line"]
        ),
        Row(
            .fileBadArmor(name: "p.pem", line: 7, fault: "an empty line; it was skipped", command: "c"),
            .fileBadArmor,
            ["line 7", "skipped"],
            never: ["no certificate found"]
        ),
        Row(
            .fileLeafNotFirst(name: "p", subjects: ["CA", "me"], number: 1, command: "c"),
            .fileLeafNotFirst,
            ["0: CA and 1: me", "number 1"],
            never: ["key values mismatch"]
        ),
        Row(
            .fileIsMobileProvision(name: "p", team: "T", application: "A.b", devices: 3, signers: ["S"], ends: noon),
            .fileIsMobileprovision,
            ["team T", "A.b", "3 devices", "(S)", "2026-11-30", "no TLS identities", "no private key"],
            never: ["corrupt"]
        ),
        Row(
            .fileIsSM2(name: "p", what: "the certificate x", curve: "SM2", digest: "sm3"),
            .fileIsSm2,
            ["curve SM2", "sm3", "GM TLS only"],
            never: ["corrupt", "weak"]
        ),
        Row(
            .certificateMalformed(name: "p", place: "line 3", bytes: 7, announced: 20),
            .chainMalformed,
            ["line 3", "7 bytes", "20"],
            never: ["expired", "trusted"]
        ),
    ]

    static let containers: [Row] = [
        Row(.p12MacMismatch(name: "i"), .p12MacMismatch, ["wrong, or the file was altered", "cannot be told apart"]),
        Row(.p12MacMismatch(name: "i", hint: .blanksAtItsEnds(fitsWithout: false)), .p12MacMismatch, ["blank"]),
        Row(.p12NeedsPassPhrase(name: "i", wasGiven: false), .p12MacMismatch, ["No pass phrase was given", "altered"]),
        Row(.p12NoMac(name: "i", command: "c"), .p12NoMac, ["no MAC", "against change"], never: ["invalid password"]),
        Row(
            .p12LegacyCipher(name: "i", algorithms: ["RC2-40-CBC"], isRight: true),
            .p12LegacyCipher,
            ["RC2-40-CBC", "pass phrase is right: the MAC verifies", "--legacy-provider", "AES"],
            never: wrong
        ),
        Row(
            .p12LegacyProviderMissing(name: "i", folder: "/m", algorithms: []),
            .p12LegacyProviderMissing,
            ["asked for", "\"/m\"", "legacy.so"],
            never: wrong
        ),
        Row(
            .p12LegacyProviderMissing(name: "i", folder: "/m", algorithms: ["RC4"]),
            .p12LegacyProviderMissing,
            ["needed for RC4"],
            never: wrong
        ),
        Row(
            .p12DecryptFailed(name: "i", part: "part 1", wasGiven: true),
            .p12DecryptFailed,
            ["no MAC", "did not decrypt", "probably"],
            never: ["MAC mismatch"]
        ),
        Row(.p12UnknownCipher(name: "i", algorithms: ["GOST"], isRight: true), .p12DecryptFailed, ["GOST", "right"]),
        Row(
            .p12PartDoesNotDecrypt(name: "i", part: "part 1", forms: ["UTF-8", "Latin-1"]),
            .p12PasswordEncoding,
            ["verifies", "right", "UTF-8 and Latin-1"],
            never: wrong
        ),
        Row(
            .p12PartDoesNotDecrypt(name: "i", part: "part 1", forms: []),
            .p12DecryptFailed,
            ["verifies"],
            never: wrong
        ),
        Row(
            .p12KeyPassword(name: "i", subjects: ["me"], wasGiven: false),
            .p12KeyPassword,
            ["opens", "1 certificate (me)", "only the private key"],
            never: wrong
        ),
        Row(
            .p12PasswordEncoding(name: "i", mac: "UTF-16", parts: ["UTF-16BE"], tried: ["UTF-16", "UTF-8"]),
            .p12PasswordEncoding,
            ["MAC verifies with UTF-16", "decrypt with UTF-16BE", "UTF-16 and UTF-8"]
        ),
        Row(
            .p12NoKey(name: "i", subjects: ["a", "b"]),
            .p12NoKey,
            ["no private key", "2 certificates: a and b"],
            never: wrong
        ),
        Row(
            .p12Truncated(name: "i", announced: 9, present: 5),
            .p12Truncated,
            ["9 bytes", "there are 5"],
            never: wrong
        ),
        Row(
            .p12Truncated(name: "i", announced: nil, present: 5),
            .p12Truncated,
            ["5 bytes", "indefinite"],
            never: wrong
        ),
        Row(.p12Base64(name: "i"), .p12Base64, ["base64 text of a PKCS#12"], never: wrong + ["corrupt"]),
        Row(
            .p12Malformed(name: "i", length: 4, first: [0x30]),
            .fileUnrecognized,
            ["4 bytes", "30", "No pass phrase was tried"]
        ),
        Row(
            .p12Iterations(name: "i", count: 99, limit: 9),
            .p12Iterations,
            ["99", "9", "no pass phrase was tried"],
            never: wrong
        ),
        Row(
            .p12Apple(
                name: "i",
                causes: ["its MAC"],
                results: ["-25293 (errSecAuthFailed) on iOS 17 and before"],
                looksWrong: true,
                command: FileCommand("i").container(writing: " -legacy")
            ),
            .p12Apple,
            [
                "SecPKCS12Import", "-25293", "iOS 17", "looks like a wrong pass phrase and is none",
                "openssl pkcs12 -export -legacy",
            ]
        ),
    ]

    static let key = Problem.KeyName(kind: "EC P-256", pin: "sha256//A")
    static let identities: [Row] = [
        Row(
            .identityKeyMismatch(
                name: "c",
                subject: "me",
                certificate: key,
                keyFile: "k",
                key: .init(kind: "RSA 2048", pin: "sha256//B")
            ),
            .identityKeyMismatch,
            ["sha256//A", "sha256//B", "EC P-256 and RSA 2048", "Nothing was sent"]
        ),
        Row(
            .identityWeakDigest(name: "i", number: 0, subject: "me", digest: "sha1", bits: 63, level: 2, wanted: 112),
            .identityWeakDigest,
            ["sha1", "63", "112", "level 2", "nothing was sent"],
            never: ["server"]
        ),
        Row(
            .identityWeakKey(name: "i", number: 0, subject: "me", key: "RSA 1024", bits: 80, level: 2, wanted: 112),
            .identityWeakKey,
            ["RSA 1024", "80", "112", "nothing was sent"],
            never: ["server"]
        ),
        Row(
            .identityFirstOfMany(name: "i", subjects: ["a", "b"], fitting: ["b"]),
            .identityFirstOfMany,
            ["2 identities: a and b", "fitting here: b"]
        ),
    ]

    static let rows = files + containers + identities

    @Test(arguments: rows.indices) func sentence(row: Int) {
        let row = Self.rows[row]
        #expect(row.problem.code == row.code)
        for words in row.says { #expect(row.problem.description.contains(words), "\(words): \(row.problem)") }
        for words in row.never {
            #expect(!row.problem.description.localizedCaseInsensitiveContains(words), "\(words): \(row.problem)")
        }
        #expect(DiagnosisTable.entry(row.code) != nil)
    }

    @Test(arguments: [
        ("a.p12", "a.p12"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("-n", "./-n"), ("$(x)", "'$(x)'"), ("", "''"),
        ("ü.cer", "'ü.cer'"), ("a;b", "'a;b'"), ("d/x y", "'d/x y'"),
        ("a\u{202E}b", "\"$(printf 'a\\342\\200\\256b')\""),
    ]) func shellWords(name: String, word: String) { #expect(Problem.shellWord(name) == word) }

    @Test func wording() {
        #expect(Problem.counted(1, "identity") == "1 identity")
        #expect(Problem.counted(2, "identity") == "2 identities")
        #expect(Problem.counted(0, "key") == "0 keys")
        #expect(Problem.list([]) == "none")
        #expect(Problem.list(["a", "b", "c"]) == "a, b and c")
        #expect(Problem.list((0..<20).map { "\($0)" }, limit: 2) == "0, 1 and 18 more")
    }
}
