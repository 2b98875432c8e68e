import Diagnosis
import Foundation
import Trust

/// Why a server may have refused the identity that was sent, as far as what we know of it goes.
///
/// What is wrong with our own certificate comes first; the server's alert decides only where all of it looks right.
enum IdentityFault {
    /// id-kp-clientAuth and anyExtendedKeyUsage (RFC 5280 §4.2.1.12).
    private static let clientUsages: Set<String> = ["1.3.6.1.5.5.7.3.2", "2.5.29.37.0"]

    static func problem(
        _ identity: Identity,
        sends: IdentityChainChoice,
        asked: [DistinguishedName],
        date: Date,
        alert: Int?,
        offer: String,
        moment: Problem.IdentityMoment,
        words: String
    ) -> Problem {
        let leaf = identity.leaf
        let subject = leaf.subject.shortText
        func expired() -> Problem {
            let dates = "from \(day(leaf.notBefore)) to \(day(leaf.notAfter)), UTC"
            return .clientExpired(subject: subject, dates: dates, moment: moment, words: words)
        }
        if date < leaf.notBefore || date > leaf.notAfter { return expired() }
        if let usages = leaf.extendedKeyUsage, clientUsages.isDisjoint(with: usages) {
            let found = usages.isEmpty ? "empty" : usages.joined(separator: ", ")
            return .clientPurpose(subject: subject, found: found, moment: moment, words: words)
        }
        let named = asked.map(\.text)
        let accepted = Set(asked.map(\.der))
        let keepsChainBack = sends == .leafOnly && !identity.chain.isEmpty
        let leadsToNamed = identity.chain.contains {
            accepted.contains($0.issuer.der) || accepted.contains($0.subject.der)
        }
        let hasMissing = lacksIntermediate(identity, named: asked)
        if hasMissing || keepsChainBack, !accepted.contains(leaf.issuer.der),
            hasMissing || (asked.isEmpty ? alert != 45 : leadsToNamed)
        {
            return .clientChainIncomplete(
                subject: subject,
                missing: leaf.issuer.shortText,
                inFile: !hasMissing,
                named: named,
                moment: moment,
                words: words
            )
        }
        let isNamed = accepted.contains(leaf.issuer.der) || (sends == .chain && leadsToNamed)
        if alert == 48 || alert == nil || (!asked.isEmpty && !isNamed) {
            return .clientIssuerNotAccepted(
                subject: subject,
                issuers: ([leaf.issuer] + identity.chain.map(\.issuer)).map(\.shortText).uniqued(),
                named: named,
                moment: moment,
                words: words
            )
        }
        if alert == 45 { return expired() }
        return .alertReceived(
            UInt8(clamping: alert ?? 0),
            name: words,
            offered: offer,
            about: "about OUR certificate \(subject), in which nothing wrong was found here",
            remedy: "Look at the server's own log."
        )
    }

    /// Whether a lone certificate was issued by a CA of an organisation that the server names, by another than those named:
    /// then what lies between them is likelier to be missing than to be foreign.
    private static func lacksIntermediate(_ identity: Identity, named: [DistinguishedName]) -> Bool {
        let leaf = identity.leaf
        guard identity.chain.isEmpty, leaf.issuer != leaf.subject, let own = organization(of: leaf.issuer) else {
            return false
        }
        return named.contains { organization(of: $0) == own && $0 != leaf.issuer }
    }

    private static func organization(of name: DistinguishedName) -> Substring? {
        name.text.split(separator: ", ").first { $0.hasPrefix("O=") }
    }

    /// The day of a date, `2026-11-30`, UTC.
    private static func day(_ date: Date) -> String {
        String(date.ISO8601Format(.iso8601.year().month().day()).prefix(10))
    }
}
