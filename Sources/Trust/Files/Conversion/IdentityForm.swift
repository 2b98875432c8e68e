import Diagnosis

/// How identities are written into a file.
public enum IdentityForm: Hashable, Sendable {
    /// A PKCS#12 container; an empty pass phrase goes into it as two zero bytes.
    case container(ContainerAge)
    /// Text: the leaf, its chain, the key; the key is encrypted where there is a pass phrase that is not empty.
    case pem

    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - withChain: whether the further certificates of each identity's chain are written too.
    ///   - file: where they come from, as it was named.
    /// - Throws: `option.value` when there is nothing to write, or OpenSSL will not write it.
    public func encode(
        _ identities: [Identity],
        withChain: Bool,
        passPhrase: PassPhrase,
        from file: String
    ) throws(Problem) -> [UInt8] {
        guard !identities.isEmpty else { throw .nothingToWrite(file: file, form: "an identity") }
        let chain = withChain ? Self.chain(of: identities) : []
        switch self {
        case .container(let age):
            let writer = PKCS12Writer(age: age)
            guard let bytes = writer.encode(identities, chain: chain, passPhrase: passPhrase) else {
                throw .nothingToWrite(file: file, form: "PKCS#12")
            }
            return bytes
        case .pem:
            var text: [UInt8] = []
            for identity in identities {
                text += Array(identity.leaf.pem.utf8)
                if identities.count == 1 { text += chain.flatMap { Array($0.pem.utf8) } }
                guard let key = OpenSSLKey.pem(of: identity, passPhrase: passPhrase) else {
                    throw .nothingToWrite(file: file, form: "PEM")
                }
                text += key
            }
            if identities.count > 1 { text += chain.flatMap { Array($0.pem.utf8) } }
            return text
        }
    }

    /// The chains of all, each certificate once.
    private static func chain(of identities: [Identity]) -> [Certificate] {
        var seen = Set(identities.map(\.leaf.sha256))
        return identities.flatMap(\.chain).filter { seen.insert($0.sha256).inserted }
    }
}
