/// Command lines about one file, as remedies show them: complete, quoted for the shell, their result a new file beside it.
///
/// Each is run in a test on the file that it is about, and cures it.
public struct FileCommand: Hashable, Sendable {
    /// The file as it was named.
    public let file: String

    /// Commands about a file as it was named.
    public init(_ file: String) { self.file = file }

    /// The file as a word of a command line.
    public var word: String { Problem.shellWord(file) }

    /// A new file beside it, as a word: its name without its suffix, then the ending.
    public func beside(_ ending: String) -> String { Problem.shellWord(Self.stem(file) + ending) }

    /// This program's conversion of certificates; `form` is `der`, `pem` or `p7b`.
    public func certificate(to ending: String, form: String) -> String {
        "countersign certificate \(word) --write \(beside(ending)) --form \(form)"
    }

    /// This program's conversion of an identity with its chain.
    ///
    /// - Parameters:
    ///   - key: the file of the private key, where it has one of its own.
    ///   - options: with a blank in front: ` --for ios17`.
    public func identity(to ending: String, key: String? = nil, options: String = "") -> String {
        let keyOption = key.map { " --identity-key \(Problem.shellWord($0))" } ?? ""
        return "countersign identity \(word)\(keyOption) --write \(beside(ending)) --with-chain\(options)"
    }

    /// OpenSSL's way to write a container anew, by way of a file in the open that is removed.
    ///
    /// - Parameters:
    ///   - reading: options for reading the old one, with a blank in front.
    ///   - writing: options for the new one, with a blank in front.
    public func container(reading: String = "", writing: String = "") -> String {
        let pem = beside("-plain.pem")
        return "openssl pkcs12\(reading) -in \(word) -nodes -out \(pem) && openssl pkcs12 -export\(writing) -in \(pem) "
            + "-out \(beside("-new.p12")) && rm \(pem)"
    }

    /// A path without what follows the last dot of its name.
    static func stem(_ path: String) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[start...].lastIndex(of: "."), dot != start else { return path }
        return String(path[..<dot])
    }
}

extension Problem {
    /// A file name as a word of a command line that any POSIX shell reads as that name.
    public static func shellWord(_ name: String) -> String {
        let text = name.hasPrefix("-") ? "./" + name : name
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
        // What the sanitiser would change has to come back to the shell as the bytes that it is.
        guard Sanitizer.line(text) == text else { return "\"$(printf '\(octal(text))')\"" }
        return "'" + text.replacing("'", with: "'\\''") + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
            true
        default: false
        }
    }

    /// A format for printf: plain bytes as they are, all others in octal.
    private static func octal(_ text: String) -> String {
        text.utf8.map { byte in
            if isPlain(byte) || byte == 0x20 { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
    }
}
