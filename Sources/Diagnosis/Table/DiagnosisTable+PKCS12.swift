extension DiagnosisTable {
    /// PKCS#12 files.
    static let pkcs12: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "p12.mac-mismatch"),
            area: "PKCS#12",
            when: "the MAC does not verify with this password (nor with the empty forms)",
            remedy: "right password"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.no-mac"),
            area: "PKCS#12",
            when: "there is no MAC",
            remedy: "re-export with a MAC"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.legacy-cipher"),
            area: "PKCS#12",
            when: "decryption needs an algorithm of the legacy provider, which is not loaded",
            remedy: "allow the legacy provider, or re-export with AES"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.legacy-provider-missing"),
            area: "PKCS#12",
            when: "the legacy provider was asked for and cannot be loaded",
            remedy: "install the module, or re-export"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.decrypt-failed"),
            area: "PKCS#12",
            when: "no MAC to check, and decryption failed",
            remedy: "right password"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.key-password"),
            area: "PKCS#12",
            when: "the store opens, the private key needs another password",
            remedy: "give the key password"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.password-encoding"),
            area: "PKCS#12",
            when: "it opens (or would) with another byte form of the same password",
            remedy: "re-export, or accept the other form"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.no-key"),
            area: "PKCS#12",
            when: "no private key in the file",
            remedy: "export with the key"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.truncated"),
            area: "PKCS#12",
            when: "fewer bytes than the outer length announces",
            remedy: "fetch the file again"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.base64"),
            area: "PKCS#12",
            when: "base64 text of a PKCS#12",
            remedy: "decode it (the program may do so)"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.iterations"),
            area: "PKCS#12",
            when: "an iteration count beyond what is computed here",
            remedy: "re-export with fewer iterations"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "p12.apple"),
            area: "PKCS#12",
            when: "opens here, but not with `SecPKCS12Import` of an iOS version named",
            remedy: "`openssl pkcs12 -export -legacy …`, or iOS 18"
        ),
    ]
}
