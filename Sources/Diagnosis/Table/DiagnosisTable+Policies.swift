extension DiagnosisTable {
    /// Pins and policies.
    static let policies: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "pin.no-match"),
            area: "Pins and policies",
            when: "no member of the evaluated path (or of the side that the policy looks at) equals a pin",
            remedy: "update the pin after checking the new key; in case of a foreign issuer look for interception"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "pin.empty"),
            area: "Pins and policies",
            when: "pinning is on and no pin is loaded, or a list that came out empty",
            remedy: "add pins or switch pinning off"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "pin.format"),
            area: "Pins and policies",
            when: "a pin that cannot be read (length, digest, prefix, file type)",
            remedy: "correct form: `sha256//` and 44 characters of base64, or a certificate file"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "pin.key-type"),
            area: "Pins and policies",
            when: "the library cannot hash that type of key and blocks",
            remedy: "key type that the library knows"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.contradiction"),
            area: "Pins and policies",
            when: "switches that exclude each other: invalid allowed, name checked, and no pinning or no pins",
            remedy: "change one of the switches"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.lifetime"),
            area: "Pins and policies",
            when: "validity longer than Apple's limit for that kind of anchor and issue date",
            remedy: "shorter validity"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.no-evaluator"),
            area: "Pins and policies",
            when: "a manager demands an evaluator for every host and has none for this one",
            remedy: "add the host"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.no-host"),
            area: "Pins and policies",
            when: "the policy needs a host name and got none",
            remedy: "give the host"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.forward-secrecy"),
            area: "Pins and policies",
            when: "transport policy wants forward secrecy and the peer offers only RSA key exchange",
            remedy: "ECDHE suites on the server, or an exception for the host"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.exception-needed"),
            area: "Pins and policies",
            when: "the policy accepts what the system refuses, ATS was not asked",
            remedy: "exception domain, or a chain the system accepts"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.cleartext"),
            area: "Pins and policies",
            when: "http refused (-1022)",
            remedy: "https, or the named exception"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.before-challenge"),
            area: "Pins and policies",
            when: "the system refuses the chain, the host has no exception; the delegate was not asked",
            remedy: "exception domain, or a chain the system accepts"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.after-use"),
            area: "Pins and policies",
            when: "the delegate accepted, ATS refused",
            remedy: "the same"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.min-tls"),
            area: "Pins and policies",
            when: "version below what the rules want",
            remedy: "server, or the named exception"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.cipher"),
            area: "Pins and policies",
            when: "a cipher suite that transport security does not take",
            remedy: "AES with ECDHE on the server"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.certificate"),
            area: "Pins and policies",
            when: "key size or digest below what the rules want",
            remedy: "certificate, or the named exception"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.key-ignored"),
            area: "Pins and policies",
            when: "NSAllowsArbitraryLoads has no effect beside finer keys",
            remedy: "right key"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "ats.domain-form"),
            area: "Pins and policies",
            when: "upper case, port, wildcard or trailing dot in a domain key",
            remedy: "right form"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.base-url"),
            area: "Pins and policies",
            when: "pinning set on a manager without https base URL",
            remedy: "base URL"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.gone"),
            area: "Pins and policies",
            when: "weak manager released before the challenge",
            remedy: "keep the manager"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.bypassed"),
            area: "Pins and policies",
            when: "a block or a handler answers in the policy's place",
            remedy: "let the block ask the policy"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "policy.not-set"),
            area: "Pins and policies",
            when: "policy built and never set",
            remedy: "set it"
        ),
    ]
}
