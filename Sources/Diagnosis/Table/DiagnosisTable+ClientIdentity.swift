extension DiagnosisTable {
    /// The client's identity on the connection.
    static let clientIdentity: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "client.none"),
            area: "Client identity on the connection",
            when: "the server asked for a certificate and none was sent, and it refuses (alert or HTTP status)",
            remedy: "set an identity"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "client.issuer-not-accepted"),
            area: "Client identity on the connection",
            when: "the server does not accept the issuer of our certificate",
            remedy: "identity from an accepted CA"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "client.chain-incomplete"),
            area: "Client identity on the connection",
            when: "our certificate was sent without its intermediate",
            remedy: "put the intermediate into the identity file"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "client.purpose"),
            area: "Client identity on the connection",
            when: "our certificate lacks clientAuth",
            remedy: "identity with clientAuth"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "client.expired"),
            area: "Client identity on the connection",
            when: "our certificate is out of date",
            remedy: "renew the identity"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.key-mismatch"),
            area: "Client identity on the connection",
            when: "key and certificate do not belong together",
            remedy: "matching pair"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.weak-digest"),
            area: "Client identity on the connection",
            when: "our certificate's signature is too weak to be loaded at this level",
            remedy: "reissue, or a lower level"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.weak-key"),
            area: "Client identity on the connection",
            when: "our key is too small to be loaded at this level",
            remedy: "larger key"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.is-server-key"),
            area: "Client identity on the connection",
            when: "the identity's public key equals that of the server's leaf (live, recorded or given)",
            remedy: "a key pair of its own for the client; replace the server's key"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.chain-dropped"),
            area: "Client identity on the connection",
            when: "the file holds intermediates that were not sent",
            remedy: "send the file's chain without the leaf as `certificates`"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.first-of-many"),
            area: "Client identity on the connection",
            when: "several identities in the file, the first was taken unasked",
            remedy: "choose by issuer"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "identity.persistence-ignored"),
            area: "Client identity on the connection",
            when: "permanent asked for an identity",
            remedy: "forSession"
        ),
    ]
}
