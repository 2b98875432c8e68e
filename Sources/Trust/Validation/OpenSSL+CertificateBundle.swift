import COpenSSL

/// Reads a plain bundle of certificates, as distributions keep their roots: 140 of them stand in the way of every first
/// request, so it takes one pass over the bytes.
enum OpenSSLCertificateBundle {
    private static let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
    private static let end = Array("-----END CERTIFICATE-----".utf8)

    /// The certificates in DER; nil for a text in which anything is unusual, which `PEMScanner` is for.
    static func certificates(in text: [UInt8]) -> [[UInt8]]? {
        var found: [[UInt8]] = []
        let isPlain = text.withUnsafeBufferPointer { read($0, &found) }
        return isPlain && !found.isEmpty ? found : nil
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>, _ found: inout [[UInt8]]) -> Bool {
        var base64: [UInt8] = []
        base64.reserveCapacity(4096)
        var isInside = false
        var start = 0
        while start < text.count {
            var stop = start
            while stop < text.count, text[stop] != 0x0a { stop += 1 }
            let line = text[start..<stop]
            start = stop + 1
            if line.first == UInt8(ascii: "-") {
                if isInside {
                    guard line.elementsEqual(end), let der = decoded(base64) else { return false }
                    found.append(der)
                } else {
                    guard line.elementsEqual(begin) else { return false }
                    base64.removeAll(keepingCapacity: true)
                }
                isInside.toggle()
            } else if isInside {
                base64.append(contentsOf: line)
            }
        }
        return !isInside
    }

    /// EVP_DecodeBlock takes nothing but whole groups of the alphabet (and blanks at the ends, which have no place here).
    private static func decoded(_ base64: [UInt8]) -> [UInt8]? {
        let equals = UInt8(ascii: "=")
        guard let last = base64.last, base64.count % 4 == 0, base64.count <= 1 << 20, isGraphic(base64),
            !base64.dropLast(2).contains(equals), last == equals || base64[base64.count - 2] != equals
        else { return nil }
        var der = [UInt8](repeating: 0, count: base64.count / 4 * 3)
        guard EVP_DecodeBlock(&der, base64, Int32(base64.count)) == Int32(der.count) else { return nil }
        let padding = last != equals ? 0 : base64[base64.count - 2] == equals ? 2 : 1
        der.removeLast(padding)
        return der
    }

    private static func isGraphic(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 > 0x20 && $0 < 0x7f } }
}
