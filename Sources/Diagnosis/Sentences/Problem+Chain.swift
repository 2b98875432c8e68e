extension Problem {
    /// A certificate that does not decode.
    public static func certificateMalformed(bytes: Int) -> Problem {
        Problem(.chainMalformed, "\(bytes) bytes do not decode as a certificate.", remedy: "Replace the file.")
    }
}
