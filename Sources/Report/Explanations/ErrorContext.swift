/// How a console line tells the family of a number: the words around it.
struct ErrorContext: Sendable {
    let family: ErrorFamily
    /// One of these has to be in the text, whatever the case; it is looked for first, being found quicker.
    let clues: [TextSearch.Pattern]
    /// Finds the number: its first group.
    let pattern: @Sendable (Substring) -> [(range: Range<String.Index>, digits: Substring)]

    init(_ family: ErrorFamily, clues: [String], _ regex: sending Regex<(Substring, Substring)>) {
        self.family = family
        self.clues = clues.map { TextSearch.Pattern($0) }
        nonisolated(unsafe) let regex = regex.ignoresCase()
        pattern = { text in
            text.matches(of: regex).map { ($0.output.1.startIndex..<$0.output.1.endIndex, $0.output.1) }
        }
    }

    /// Every way to tell, the surest first.
    static let all: [ErrorContext] = [
        ErrorContext(.stream, clues: ["[3:"], #/\[3:(-\d{1,9})\]/#),
        ErrorContext(.stream, clues: ["kCFStreamErrorDomainSSL"], #/kCFStreamErrorDomainSSL[, :]{1,3}(-\d{1,9})/#),
        ErrorContext(.stream, clues: ["SSLHandshake failed"], #/SSLHandshake failed \((-\d{1,9})\)/#),
        ErrorContext(.stream, clues: ["_kCFStreamErrorCodeKey"], #/_kCFStreamErrorCodeKey\s?=\s?(-\d{1,9})/#),
        ErrorContext(
            .nsurl,
            clues: ["NSURLErrorDomain", "kCFErrorDomainCFNetwork"],
            #/(?:NSURLErrorDomain|kCFErrorDomainCFNetwork)[\w ,:=(]{0,24}?(-\d{1,9})/#
        ),
        ErrorContext(.nsurl, clues: ["(error code: "], #/\(error code: (-\d{1,9})/#),
        ErrorContext(.nsurl, clues: ["finished with error"], #/finished with error (?:- code: |\[)(-\d{1,9})/#),
        ErrorContext(.osstatus, clues: ["NSOSStatusErrorDomain"], #/NSOSStatusErrorDomain[\w ,:=(]{0,16}?(-?\d{1,9})/#),
        ErrorContext(.osstatus, clues: ["OSStatus"], #/OSStatus[\w ,:=(]{0,16}?(-?\d{1,9})/#),
        ErrorContext(
            .osstatus,
            clues: ["SecPKCS12Import", "SecItem", "SecIdentity"],
            #/Sec(?:PKCS12Import|Item\w{3,20}|Identity\w{3,30})[^\d\n-]{0,40}(-\d{1,9})/#
        ),
        ErrorContext(
            .trustResult,
            clues: ["SecTrust", "trust result", "trustresult"],
            #/(?:SecTrustResult(?:Type)?|trust ?result|SecTrustEvaluate\w{0,20})[^\d\n-]{0,24}(\d)\b/#
        ),
        ErrorContext(.x509, clues: ["verify error:num="], #/verify error:num=(\d{1,3})/#),
        ErrorContext(.x509, clues: ["verify return code: "], #/verify return code: (\d{1,3})/#),
        ErrorContext(.x509, clues: ["depth"], #/\berror (\d{1,3}) at \d{1,3} depth/#),
        ErrorContext(.x509, clues: ["verify result:"], #/verify result:[^\n]{0,80}?\((\d{1,3})\)/#),
        ErrorContext(.x509, clues: ["X509_V_ERR"], #/X509_V_ERR\w{0,60}[ =:(]{1,3}(\d{1,3})/#),
        ErrorContext(.curl, clues: ["curl: (", "curl:("], #/curl: ?\((\d{1,3})\)/#),
        ErrorContext(.curl, clues: ["curl error"], #/curl error:? (?:code )?(\d{1,3})/#),
        ErrorContext(.curl, clues: ["curl"], #/CURLE?(?:code)?[ =:(]{1,3}(\d{1,3})/#),
        ErrorContext(.alert, clues: ["alert number "], #/alert number (\d{1,3})/#),
        ErrorContext(.alert, clues: ["wire.alert-"], #/wire\.alert-(\d{1,3})/#),
        ErrorContext(.alert, clues: ["alert"], #/alert[ (:]{1,3}(\d{1,3})\b/#),
        ErrorContext(.http, clues: ["HTTP/"], #/HTTP\/[\d.]{1,3} (\d{3})/#),
        ErrorContext(.http, clues: ["HTTP", "status"], #/(?:HTTP|status)(?: status)?(?: code)?[ :=]{1,3}(\d{3})\b/#),
        ErrorContext(
            .http,
            clues: ["Bad Request", "Forbidden", "SSL Certificate", "No required", "Misdirected"],
            #/\b(4\d\d) (?:Bad Request|Forbidden|SSL Certificate|No required|Misdirected)/#
        ),
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
