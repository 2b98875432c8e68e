/// What is wrong with a response that did come: its form, where libcurl's code says something else of it or too little.
enum ResponseFault {
    /// The fault in words; nil where the response broke off.
    static func words(_ ending: Ending) -> String? {
        let text = ending.curlText
        if let lengths = ending.response.contradictingLengths { return "two lengths are announced, \(lengths)" }
        switch ending.curlCode {
        case 1, 8, 35, 61, 92, 95: return text
        case 16: return "\(text): GOAWAY, or what breaks the rules of HTTP/2"
        // "Failed writing received data to disk/application": nobody here refuses data, but what unpacks them does.
        case 23 where ending.response.isPacked: return "more bytes came than belong to the packed body"
        // "Out of memory", of a field that is longer than libcurl takes.
        case 27 where !ending.response.isHeadComplete: return "a field of the head is longer than is taken"
        // A close and a chunk that is none have one code.
        case 56 where text.contains("chunk") || text.contains("Too large"): return text
        // The server did not close it: libcurl gave up.
        case 52, 56: return speaksHTTP2(ending) && !isClosed(ending) ? "it breaks the rules of HTTP/2" : nil
        default: return nil
        }
    }

    /// By what the server has ended one stream of HTTP/2, in words; nil where it has not.
    static func streamEnd(_ ending: Ending) -> String? {
        let text = ending.curlText
        // Refused again and again, each time on a connection of its own.
        if ending.curlCode == 56, speaksHTTP2(ending), text.hasPrefix("Connection died") {
            return "REFUSED_STREAM; \(text)"
        }
        // "HTTP/2 stream 1 was not closed cleanly: CANCEL (err 8)"; 1 also stands for what libcurl could not take.
        guard ending.curlCode == 92, !text.hasSuffix("(err 1)"), let words = text.firstRange(of: "cleanly: ") else {
            return nil
        }
        return String(text[words.upperBound...])
    }

    private static func speaksHTTP2(_ ending: Ending) -> Bool { ending.negotiated?.applicationProtocol == "h2" }

    private static func isClosed(_ ending: Ending) -> Bool {
        ending.transcript.map { $0.peerClosed || $0.hasCloseNotify } ?? true
    }
}
