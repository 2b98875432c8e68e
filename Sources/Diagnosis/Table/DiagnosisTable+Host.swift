extension DiagnosisTable {
    /// The name of the host.
    static let host: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "host.mismatch"),
            area: "Host",
            when: "no entry of the right type matches the prepared name",
            remedy: "certificate with the name, or the right name in the URL (keep the name, override the address)"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "host.no-san"),
            area: "Host",
            when: "no subject alternative name at all, or none of a type that could match",
            remedy: "reissue with a subject alternative name"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "host.bad-reference"),
            area: "Host",
            when: "the name to check is no host name (empty, blanks, NUL, leading dot, port, URL)",
            remedy: "right host name"
        ),
    ]
}
