import COpenSSL
import FileSamples

@testable import Trust

/// DER put together by hand.
enum DERText {
    static func item(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        if content.count < 0x80 { return [tag, UInt8(content.count)] + content }
        return [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }

    static func sequence(_ parts: [[UInt8]]) -> [UInt8] { item(0x30, parts.flatMap(\.self)) }
}

/// Puts the MAC of RFC 9579, which this OpenSSL cannot make, behind a container without one.
enum FixtureMAC {
    static func appendPBMAC1(to container: [UInt8], passPhrase: String, iterations: Int32) throws -> [UInt8] {
        guard let item = DERItem(container), let wrapped = item.children.dropFirst().first?.children.dropFirst().first,
            let content = wrapped.children.first?.octets
        else { throw FixtureKey.Failure() }
        let salt: [UInt8] = [8, 7, 6, 5, 4, 3, 2, 1]
        var key = [UInt8](repeating: 0, count: 32)
        PKCS5_PBKDF2_HMAC(passPhrase, Int32(passPhrase.utf8.count), salt, 8, iterations, EVP_sha256(), 32, &key)
        var value = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        HMAC(EVP_sha256(), key, 32, content, content.count, &value, &length)
        let hmac = DERText.sequence([[0x06, 0x08, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x09], [0x05, 0x00]])
        let rounds = DERText.item(0x02, [UInt8(iterations >> 8), UInt8(iterations & 0xFF)])
        let derivation = DERText.sequence([
            [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0C],
            DERText.sequence([DERText.item(0x04, salt), rounds, [0x02, 0x01, 0x20], hmac]),
        ])
        let algorithm = DERText.sequence([
            [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0E], DERText.sequence([derivation, hmac]),
        ])
        let mac = DERText.sequence([
            DERText.sequence([algorithm, DERText.item(0x04, value)]), DERText.item(0x04, salt), [0x02, 0x01, 0x01],
        ])
        return DERText.sequence([Array(item.content), mac])
    }
}
