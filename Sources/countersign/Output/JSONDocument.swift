import Events

extension Console {
    /// Prints one JSON document, indented.
    func print(json value: some Encodable) {
        print((try? EventJSON.pretty(value)) ?? "null")
    }

    /// Prints one line of JSON.
    func print(jsonLine value: some Encodable) {
        guard let bytes = try? EventJSON.encode(value) else { return }
        print(String(decoding: bytes, as: UTF8.self))
    }
}
