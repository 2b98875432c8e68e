import Diagnosis
import Foundation
import Testing

@testable import Trust

@Suite struct PinParseTests {
    static let base64 = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    static let hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    @Test func hash() throws {
        let digest = try #require(SHA256Digest(hex: Self.hex))
        #expect(try Pin.parse("sha256//" + Self.base64) == .publicKey(digest))
        #expect(digest.pin == "sha256//" + Self.base64)
    }

    @Test(arguments: ["pin.cer", "/a/b.pem", "./sha256.cer", "sha256.pem", "shadow/key.pem", "md5.txt", "sha1", "a=b"])
    func file(text: String) throws { #expect(try Pin.parse(text) == .file(text)) }

    @Test(arguments: [
        ("sha256//AAAA", "3 bytes, 32 wanted"), ("sha256//", "0 bytes, 32 wanted"),
        ("sha256//A", "do not decode, 44 are wanted"),
        ("sha256//47DEQpj8HBSa-_TImW", "\"-\" is no character of base64"), ("sha256//" + base64 + "A", "do not decode"),
        ("sha1//6nafxBfe2CT+Sb6tST+r6zUvgdM=", "the prefix is sha1//"), ("sha256/" + base64, "the prefix is sha256/,"),
        ("SHA256//" + base64, "the prefix is SHA256//"),
        ("pin-sha256=\"" + base64 + "\"", "the prefix is pin-sha256=\""),
        ("sha512//" + base64, "the prefix is sha512//"), (base64, "the prefix is missing: sha256//" + base64),
        (hex, "in hexadecimal; as a pin of a public key it would be sha256//" + base64), ("", "empty"),
    ]) func format(text: String, fault: String) {
        do throws(Problem) {
            _ = try Pin.parse(text)
            Issue.record("accepted")
        } catch {
            #expect(error.code == .pinFormat)
            #expect(error.sentence.contains(fault), "\(error)")
        }
    }
}
