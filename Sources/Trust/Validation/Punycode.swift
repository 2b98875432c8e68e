/// The ASCII form of one label of a domain name (RFC 3492).
enum Punycode {
    /// The label itself when it is ASCII, else `xn--…`; nil when it cannot be encoded.
    static func label(_ label: String) -> String? {
        let scalars = label.unicodeScalars.map(\.value)
        if scalars.allSatisfy({ $0 < 0x80 }) { return label }
        // Longer ones cannot give a label of 63 characters; encoding takes quadratic time.
        guard scalars.count <= 63 else { return nil }
        return "xn--" + encode(scalars)
    }

    private static func encode(_ scalars: [UInt32]) -> String {
        let basic = scalars.filter { $0 < 0x80 }
        var output = basic.map { UInt8($0) }
        if !basic.isEmpty { output.append(0x2d) }
        var next: UInt32 = 0x80
        var delta: UInt64 = 0
        var bias = 72
        var handled = basic.count
        while handled < scalars.count {
            guard let smallest = scalars.filter({ $0 >= next }).min() else { break }
            delta += UInt64(smallest - next) * UInt64(handled + 1)
            next = smallest
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                append(delta, bias, to: &output)
                bias = adapt(delta, handled: handled, isFirst: handled == basic.count)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ delta: UInt64, _ bias: Int, to output: inout [UInt8]) {
        var quotient = Int(delta)
        var position = 36
        while true {
            let threshold = position <= bias ? 1 : min(position - bias, 26)
            if quotient < threshold { break }
            output.append(digit(threshold + (quotient - threshold) % (36 - threshold)))
            quotient = (quotient - threshold) / (36 - threshold)
            position += 36
        }
        output.append(digit(quotient))
    }

    private static func adapt(_ delta: UInt64, handled: Int, isFirst: Bool) -> Int {
        var value = isFirst ? Int(delta) / 700 : Int(delta) / 2
        value += value / (handled + 1)
        var position = 0
        while value > 455 {
            value /= 35
            position += 36
        }
        return position + 36 * value / (value + 38)
    }

    private static func digit(_ value: Int) -> UInt8 { value < 26 ? UInt8(0x61 + value) : UInt8(0x30 + value - 26) }
}
