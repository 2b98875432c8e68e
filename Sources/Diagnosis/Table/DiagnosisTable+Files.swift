extension DiagnosisTable {
    /// Files of certificates and keys.
    static let files: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "file.is-pem"),
            area: "Files",
            when: "PEM text where the name or role suggests something else",
            remedy: "convert, or accept as PEM"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-der"),
            area: "Files",
            when: "DER under a name that suggests text",
            remedy: "convert, or accept as DER"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-p12"),
            area: "Files",
            when: "PKCS#12 under another name",
            remedy: "use it as identity"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-jks"),
            area: "Files",
            when: "Java key store",
            remedy: "convert to PKCS#12"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-pkcs7"),
            area: "Files",
            when: "PKCS#7 bundle",
            remedy: "extract (the program may do so)"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-private-key"),
            area: "Files",
            when: "a private key where a certificate is wanted",
            remedy: "give the certificate"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-csr"),
            area: "Files",
            when: "a certificate request",
            remedy: "give the certificate"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-public-key"),
            area: "Files",
            when: "a bare public key",
            remedy: "certificate, or use it as key pin"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-html"),
            area: "Files",
            when: "an HTML page",
            remedy: "download again"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.utf16"),
            area: "Files",
            when: "UTF-16 text",
            remedy: "save as UTF-8"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.bad-armor"),
            area: "Files",
            when: "PEM armor that breaks the format (stray line, missing end)",
            remedy: "repair the text"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.missing"),
            area: "Files",
            when: "no such file",
            remedy: "right path"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.empty"),
            area: "Files",
            when: "0 bytes",
            remedy: "right file"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.not-regular"),
            area: "Files",
            when: "a directory or device",
            remedy: "right path"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.unrecognized"),
            area: "Files",
            when: "none of the known kinds",
            remedy: "right file"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.unreadable"),
            area: "Files",
            when: "it is there and cannot be read",
            remedy: "rights"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.exists"),
            area: "Files",
            when: "the file to be written is there already",
            remedy: "new name"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.not-written"),
            area: "Files",
            when: "a new file cannot be written",
            remedy: "folder that can be written"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.leaf-not-first"),
            area: "Files",
            when: "several certificates, and the one that matches the key is not the first",
            remedy: "reorder, or accept"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-mobileprovision"),
            area: "Files",
            when: "a provisioning profile",
            remedy: "use the p12"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "file.is-sm2"),
            area: "Files",
            when: "an SM2 certificate or key (GM/T)",
            remedy: "a certificate with RSA or ECDSA"
        ),
    ]
}
