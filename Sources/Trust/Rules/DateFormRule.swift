import Diagnosis

/// Times are written to the second and in UTC, as RFC 5280 §4.1.2.5 wants them; OpenSSL takes no other form either
/// (X509_cmp_time(3)). Apple's parser does.
enum DateFormRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        context.members.indices.flatMap { index in
            OpenSSLTimeForm.fields.compactMap { field in
                OpenSSLTimeForm.isPlain(field, context.members[index]) ? nil : fault(index, field, context)
            }
        }
    }

    private static func fault(_ member: Int, _ field: OpenSSLTimeForm.Field, _ context: RuleContext) -> RuleResult {
        if context.request.rules == .strict {
            return StrictRules.fault(
                member,
                "its \(field.name) is not written to the second and in UTC",
                "RFC 5280 4.1.2.5",
                check: .date
            )
        }
        return .fail(.date, .chainMalformed, member: member, x509: field.number) {
            .timeMalformed($0.label(member), field: field.name)
        }
    }
}
