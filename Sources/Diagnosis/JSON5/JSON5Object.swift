/// The keys that an object of a file may have, as an enumeration of strings.
public protocol JSON5Key: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {}

/// An object whose keys are known: an unknown one is an error when it is made, so that none is ignored.
public struct JSON5Object<Key: JSON5Key>: Sendable {
    /// Where it begins.
    public let position: JSON5Position
    private let path: String
    private let values: [Key: JSON5Value]

    init(_ value: JSON5Value) throws(Problem) {
        position = value.position
        path = value.path
        var values: [Key: JSON5Value] = [:]
        for member in try value.members() {
            guard let key = Key(rawValue: member.key) else {
                let words = Key.allCases.map(\.rawValue)
                throw Problem.configUnknownKey(
                    at: member.keyPosition,
                    key: member.key,
                    nearest: NearestName.to(member.key, among: words),
                    known: words
                )
            }
            values[key] = member.value
        }
        self.values = values
    }

    /// The value of a key that may be absent.
    public subscript(_ key: Key) -> JSON5Value? { values[key] }

    /// The value of a key that has to be there.
    ///
    /// - Throws: `config.key` when it is absent.
    public func require(_ key: Key) throws(Problem) -> JSON5Value {
        guard let value = values[key] else {
            throw Problem.configMissingKey(at: position, key: key.rawValue, in: path)
        }
        return value
    }
}
