import COpenSSL

/// What OpenSSL writes as text.
enum OpenSSLText {
    /// The text that a function writes into a memory BIO.
    static func written(_ write: (OpaquePointer) -> Int32) -> String {
        guard let memory = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(memory) }
        guard write(memory) == 1 else {
            ERR_clear_error()
            return ""
        }
        var data: UnsafeMutablePointer<CChar>?
        let count = co_bio_mem_data(memory, &data)
        guard count > 0, let data else { return "" }
        return data.withMemoryRebound(to: UInt8.self, capacity: count) {
            String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
        }
    }

    /// The newest error of this thread's queue in OpenSSL's words, and the queue emptied.
    static func takeError() -> String {
        let number = ERR_peek_last_error()
        ERR_clear_error()
        guard number != 0, let reason = ERR_reason_error_string(number) else { return "no reason given" }
        return String(cString: reason)
    }
}
