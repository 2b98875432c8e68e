import Diagnosis
import Foundation
import Trust

extension IdentityOffer {
    /// Why it does not fit in a few words, `ended 12 d ago; lacks clientAuth`; what speaks for it where it does.
    ///
    /// - Parameter now: microseconds since 1970, UTC.
    public func shortWhy(now: Int64) -> String {
        guard !fits, !codes.isEmpty else { return Sanitizer.line(why) }
        let words = codes.map { code -> String in
            switch code {
            case .clientExpired:
                let days = (Double(now) / 1_000_000 - identity.notAfter.timeIntervalSince1970) / 86_400
                return days >= 0 ? "ended \(Int(days)) d ago" : "not valid yet"
            case .clientPurpose: return "lacks clientAuth"
            case .clientIssuerNotAccepted: return "its issuer is not named"
            default: return code.rawValue
            }
        }
        return words.joined(separator: "; ")
    }
}
