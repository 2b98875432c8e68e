import COpenSSL
import Diagnosis

extension DistinguishedName {
    /// Decodes the DER encoding of a Name; nil when it is none.
    public init?(der: [UInt8]) {
        let name = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var position = buffer.baseAddress
            return d2i_X509_NAME(nil, &position, buffer.count)
        }
        guard let name else {
            ERR_clear_error()
            return nil
        }
        defer { X509_NAME_free(name) }
        self.init(openSSL: name, der: der)
    }

    /// Reads an X509_NAME.
    package init(openSSL name: OpaquePointer, der: [UInt8]) {
        self.init(der: der, text: Sanitizer.line(Self.text(name)), commonName: Self.commonName(name))
    }

    /// Reads an X509_NAME that stays its owner's.
    package init(borrowing name: OpaquePointer) {
        self.init(openSSL: name, der: OpenSSLCertificate.bytes { i2d_X509_NAME(name, $0) })
    }

    private static func text(_ name: OpaquePointer) -> String {
        guard let memory = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(memory) }
        co_print_name(memory, name)
        var data: UnsafeMutablePointer<CChar>?
        let count = co_bio_mem_data(memory, &data)
        guard count > 0, let data else { return "" }
        return data.withMemoryRebound(to: UInt8.self, capacity: count) {
            String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
        }
    }

    private static func commonName(_ name: OpaquePointer) -> String? {
        let index = X509_NAME_get_index_by_NID(name, NID_commonName, -1)
        guard index >= 0, let entry = X509_NAME_get_entry(name, index), let data = X509_NAME_ENTRY_get_data(entry)
        else { return nil }
        var utf8: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&utf8, data)
        guard count >= 0, let utf8 else { return nil }
        defer { co_openssl_free(utf8) }
        return Sanitizer.line(
            String(decoding: UnsafeBufferPointer(start: utf8, count: Int(count)), as: UTF8.self)
        )
    }
}
