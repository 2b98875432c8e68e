import Events

/// What is in a handshake message, one fact a line.
enum HandshakeFacts {
    static func facts(_ content: HandshakeContent) -> [(name: String, value: String)] {
        var facts: [(String, String)] = []
        func add(_ name: String, _ values: [String]?) {
            if let values, !values.isEmpty { facts.append((name, values.joined(separator: ", "))) }
        }
        func add(_ name: String, _ value: Bool?, _ yes: String, _ no: String) {
            if let value { facts.append((name, value ? yes : no)) }
        }
        add("versions", content.versions)
        add("name (SNI)", content.serverName.map { [$0] })
        add("cipher suites", content.cipherSuites)
        add("groups", content.groups)
        add("key shares", content.keyShares)
        add("signatures", content.signatureAlgorithms)
        add("protocols", content.protocols)
        add("resumes", content.resumes, "an earlier session", "no: a full handshake")
        add("staple", content.asksForStaple, "asked for (OCSP)", "not asked for")
        add("timestamps", content.asksForTimestamps, "asked for (SCT)", "not asked for")
        add("retry", content.isRetryRequest, "another ClientHello is wanted", "no")
        add("authorities", content.authorityCount.map { [$0 == 0 ? "none named: any will do" : String($0)] })
        add("the first", content.authorities)
        add("key types", content.keyTypes)
        add("certificates", content.certificateCount.map { [$0 == 0 ? "none: an empty one" : String($0)] })
        add("staple", content.stapleBytes.map { ["\($0) bytes"] })
        add("timestamps", content.timestampCount.map { [String($0)] })
        add("good for", content.ticketLifetime.map { ["\($0) s"] })
        return facts
    }

    /// All of it as text, for the pager.
    static func text(_ facts: HandshakeMessageFacts) -> String {
        let head = [
            ("message", facts.name), ("direction", facts.direction == .sent ? "client to server" : "server to client"),
            ("version", facts.version), ("size", "\(facts.bytes) bytes"), ("in short", facts.detail),
        ]
        let all = head + (facts.content.map(Self.facts)?.map { ($0.name, $0.value) } ?? [])
        return all.filter { !$0.1.isEmpty }.map { name, value in
            name + String(repeating: " ", count: max(1, 15 - name.count)) + value
        }.joined(separator: "\n") + "\n"
    }
}
