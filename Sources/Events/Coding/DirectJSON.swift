import Trust

/// A type whose JSON is written field by field, without the containers of `Encodable`.
///
/// Most events of a log are made of few types, and their coding is most of what recording costs: these write themselves,
/// several times as quickly. What they write is what their `Encodable` form says; a test compares the two for events with
/// every field set.
protocol DirectJSON: Encodable {
    /// Writes the value as an object.
    func write(to output: JSONOutput)
}

enum DirectTypes {
    /// The types that write themselves; asked by type, since asking a value whether it conforms costs more.
    static let all: Set<ObjectIdentifier> = Set(types.map { ObjectIdentifier($0) })

    static var types: [any DirectJSON.Type] {
        [
            Check.self, CertificateSummary.self, IdentitySummary.self, DecidingStep.self, NegotiatedConnection.self,
            ClientAnswer.self, AnswerEffect.self, AnswerFacts.self, HandshakeMessageFacts.self, HandshakeContent.self,
            ConnectionFacts.self,
            CheckTally.self, ChallengeDigest.self, RequestDigest.self,
        ]
    }
}

extension JSONOutput {
    /// Writes an object whose members `body` writes.
    func object(_ body: (Int) -> Void) {
        open(object: true)
        let level = depth
        body(level)
        close(to: level - 1)
    }

    func field(_ name: StaticString, _ value: String, at level: Int) {
        plainKey(name, at: level)
        string(value)
    }

    func field(_ name: StaticString, _ value: String?, at level: Int) {
        if let value { field(name, value, at: level) }
    }

    func field(_ name: StaticString, _ value: some BinaryInteger, at level: Int) {
        plainKey(name, at: level)
        integer(value)
    }

    func field(_ name: StaticString, _ value: (some BinaryInteger)?, at level: Int) {
        if let value { field(name, value, at: level) }
    }

    func field(_ name: StaticString, _ value: Bool, at level: Int) {
        plainKey(name, at: level)
        bool(value)
    }

    func field(_ name: StaticString, _ value: Bool?, at level: Int) {
        if let value { field(name, value, at: level) }
    }

    func field(_ name: StaticString, _ value: SHA256Digest?, at level: Int) {
        guard let value else { return }
        plainKey(name, at: level)
        hexadecimal(value.bytes)
    }

    func field(_ name: StaticString, _ value: (some DirectJSON)?, at level: Int) {
        guard let value else { return }
        plainKey(name, at: level)
        value.write(to: self)
    }

    func field(_ name: StaticString, _ values: [some DirectJSON], at level: Int) {
        array(name, values, at: level) { $0.write(to: self) }
    }

    func field(_ name: StaticString, _ values: [String], at level: Int) {
        array(name, values, at: level) { string($0) }
    }

    func field(_ name: StaticString, _ values: [String]?, at level: Int) {
        if let values { field(name, values, at: level) }
    }

    func field(_ name: StaticString, _ values: [SHA256Digest], at level: Int) {
        array(name, values, at: level) { hexadecimal($0.bytes) }
    }

    func array<Value>(_ name: StaticString, _ values: [Value], at level: Int, _ write: (Value) -> Void) {
        plainKey(name, at: level)
        array(values, write)
    }

    /// Writes an array, each value by `write`.
    func array<Value>(_ values: [Value], _ write: (Value) -> Void) {
        open(object: false)
        let level = depth
        for value in values {
            next(at: level)
            write(value)
        }
        close(to: level - 1)
    }

    /// A key that needs no escape.
    private func plainKey(_ name: StaticString, at level: Int) {
        next(at: level)
        append(name)
    }
}
