import Diagnosis

/// The finding about a name that an authority may not issue for.
enum NameConstraintWords {
    static func failure(member: Int, constrainer: Int, x509: Int32) -> RuleResult {
        .fail(.issuer, .chainNameConstraints, member: member, x509: x509) { words in
            let authority = words.path.members[constrainer]
            let certificate = words.path.members[member]
            let lists = OpenSSLExtensions.nameConstraints(authority)
            let offending = OpenSSLExtensions.offendingNames(of: certificate, under: authority)
            let all = (certificate.alternativeNames ?? []).map(\.entryText) + ["subject:\(certificate.subject.text)"]
            return .nameConstrained(
                words.label(member),
                names: offending.isEmpty ? all : offending.map(\.entryText),
                by: words.label(constrainer),
                permitted: lists.permitted,
                excluded: lists.excluded
            )
        }
    }
}
