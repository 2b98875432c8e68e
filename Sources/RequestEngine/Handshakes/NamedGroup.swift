/// The groups of a key exchange by their names (RFC 8446 §4.2.7).
enum NamedGroup {
    /// The name of a two-byte code; the number in hexadecimal for one without a name.
    static func name(_ code: Int) -> String { names[code] ?? SignatureScheme.hexadecimal(code) }

    private static let names: [Int: String] = [
        21: "P-224", 23: "P-256", 24: "P-384", 25: "P-521", 26: "brainpoolP256r1", 27: "brainpoolP384r1",
        28: "brainpoolP512r1", 29: "X25519", 30: "X448", 256: "ffdhe2048", 257: "ffdhe3072", 258: "ffdhe4096",
        259: "ffdhe6144", 260: "ffdhe8192", 4588: "X25519MLKEM768",
    ]
}
