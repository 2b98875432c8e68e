/// How a console line tells the family of a number: the words around it.
struct ErrorContext: Sendable {
    let family: ErrorFamily
    /// Finds the number: its first group.
    let pattern: @Sendable (Substring) -> [(range: Range<String.Index>, digits: Substring)]

    init(_ family: ErrorFamily, _ regex: sending Regex<(Substring, Substring)>) {
        self.family = family
        nonisolated(unsafe) let regex = regex.ignoresCase()
        pattern = { text in
            text.matches(of: regex).map { ($0.output.1.startIndex..<$0.output.1.endIndex, $0.output.1) }
        }
    }

    /// Every way to tell, the surest first.
    static let all: [ErrorContext] = [
        ErrorContext(.stream, #/\[3:(-\d{1,9})\]/#),
        ErrorContext(.stream, #/kCFStreamErrorDomainSSL[, :]{1,3}(-\d{1,9})/#),
        ErrorContext(.stream, #/SSLHandshake failed \((-\d{1,9})\)/#),
        ErrorContext(.stream, #/_kCFStreamErrorCodeKey\s?=\s?(-\d{1,9})/#),
        ErrorContext(.nsurl, #/(?:NSURLErrorDomain|kCFErrorDomainCFNetwork)[\w ,:=(]{0,24}?(-\d{1,9})/#),
        ErrorContext(.nsurl, #/\(error code: (-\d{1,9})/#),
        ErrorContext(.nsurl, #/finished with error (?:- code: |\[)(-\d{1,9})/#),
        ErrorContext(.osstatus, #/NSOSStatusErrorDomain[\w ,:=(]{0,16}?(-?\d{1,9})/#),
        ErrorContext(.osstatus, #/OSStatus[\w ,:=(]{0,16}?(-?\d{1,9})/#),
        ErrorContext(.osstatus, #/Sec(?:PKCS12Import|Item\w{3,20}|Identity\w{3,30})[^\d\n-]{0,40}(-\d{1,9})/#),
        ErrorContext(
            .trustResult,
            #/(?:SecTrustResult(?:Type)?|trust ?result|SecTrustEvaluate\w{0,20})[^\d\n-]{0,24}(\d)\b/#
        ),
        ErrorContext(.x509, #/verify error:num=(\d{1,3})/#),
        ErrorContext(.x509, #/verify return code: (\d{1,3})/#),
        ErrorContext(.x509, #/\berror (\d{1,3}) at \d{1,3} depth/#),
        ErrorContext(.x509, #/verify result:[^\n]{0,80}?\((\d{1,3})\)/#),
        ErrorContext(.x509, #/X509_V_ERR\w{0,60}[ =:(]{1,3}(\d{1,3})/#),
        ErrorContext(.curl, #/curl: ?\((\d{1,3})\)/#),
        ErrorContext(.curl, #/curl error:? (?:code )?(\d{1,3})/#),
        ErrorContext(.curl, #/CURLE?(?:code)?[ =:(]{1,3}(\d{1,3})/#),
        ErrorContext(.alert, #/alert number (\d{1,3})/#),
        ErrorContext(.alert, #/alert[ (:]{1,3}(\d{1,3})\b/#),
        ErrorContext(.http, #/HTTP\/[\d.]{1,3} (\d{3})/#),
        ErrorContext(.http, #/(?:HTTP|status)(?: status)?(?: code)?[ :=]{1,3}(\d{3})\b/#),
        ErrorContext(.http, #/\b(4\d\d) (?:Bad Request|Forbidden|SSL Certificate|No required|Misdirected)/#),
    ]

    /// OpenSSL's packed errors: `error:0A000415:SSL routines` (3.0), `error:14094415:SSL routines` (1.x).
    static func openSSL(_ text: Substring) -> [(
        range: Range<String.Index>, digits: Substring, family: ErrorFamily, number: Int
    )] {
        text.matches(of: #/error:([0-9A-Fa-f]{8}):/#).compactMap { match in
            let digits = match.output.1
            guard let value = UInt32(digits, radix: 16) else { return nil }
            let isNew = value >> 23 & 0xFF == Self.tlsLibrary && value & 0x7F_FFFF < 1 << 16
            guard isNew || value >> 24 == Self.tlsLibrary else { return nil }
            let reason = Int(isNew ? value & 0x7F_FFFF : value & 0xFFF)
            let range = digits.startIndex..<digits.endIndex
            // The reasons of alerts are their numbers, 1000 higher.
            if (1000...1255).contains(reason) { return (range, digits, .alert, reason - 1000) }
            return (range, digits, .openssl, reason)
        }
    }

    /// ERR_LIB_SSL.
    private static let tlsLibrary: UInt32 = 20
}
