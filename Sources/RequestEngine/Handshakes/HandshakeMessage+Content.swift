import Diagnosis
import Events
import Trust

extension HandshakeMessage {
    /// The message decoded; nil for one without content of interest, or one that does not decode.
    ///
    /// - Parameter suiteName: The name of a cipher suite's code.
    func content(isTLS13: Bool, suiteName: (Int) -> String?) -> HandshakeContent? {
        if isChangeCipherSpec { return nil }
        switch type {
        case 1: return clientHello.map { Self.content(of: $0, isFromClient: true, suiteName) }
        case 2: return serverHello.map { Self.content(of: $0, isFromClient: false, suiteName) }
        case 4: return ticket
        case 8: return encryptedExtensions
        case 11: return certificates(isTLS13: isTLS13)
        case 12: return keyExchange
        case 13: return isTLS13 ? certificateRequest13 : certificateRequest12
        case 15: return signature
        case 22: return staple
        default: return nil
        }
    }

    /// How many authorities are kept by name.
    static let namedAuthorities = 20

    private static func content(
        of hello: Hello,
        isFromClient: Bool,
        _ suiteName: (Int) -> String?
    ) -> HandshakeContent {
        var content = HandshakeContent()
        content.versions = hello.versions.filter { (0x0300...0x0304).contains($0) }.map { versionName($0) }
        content.cipherSuites = hello.suites.map { suiteName($0) ?? SignatureScheme.hexadecimal($0) }
        content.keyShares = names(hello.keyShares, NamedGroup.name)
        content.resumes = hello.resumes
        if isFromClient {
            content.groups = names(hello.groups, NamedGroup.name)
            content.serverName = hello.serverName.map(Sanitizer.line)
            content.signatureAlgorithms = names(hello.signatures, SignatureScheme.name)
            content.asksForStaple = hello.asksForStaple
            content.asksForTimestamps = hello.asksForTimestamps
        } else {
            content.isRetryRequest = hello.isRetryRequest
        }
        if !hello.protocols.isEmpty { content.protocols = hello.protocols.map(Sanitizer.line) }
        return content
    }

    private static func names(_ codes: [Int], _ name: (Int) -> String) -> [String]? {
        codes.isEmpty ? nil : codes.map(name)
    }

    private var ticket: HandshakeContent? {
        var reader = ByteReader(body)
        guard let lifetime = reader.number(bytes: 4) else { return nil }
        var content = HandshakeContent()
        content.ticketLifetime = lifetime
        return content
    }

    private var encryptedExtensions: HandshakeContent? {
        var content = HandshakeContent()
        guard Self.eachExtension(in: body, { if $0 == 16 { content.protocols = ByteReader.protocols($1) } }) else {
            return nil
        }
        content.protocols = content.protocols?.map(Sanitizer.line)
        return content
    }

    private func certificates(isTLS13: Bool) -> HandshakeContent? {
        guard let list = CertificateList(body, isTLS13: isTLS13) else { return nil }
        var content = HandshakeContent()
        content.certificateCount = list.count
        content.stapleBytes = list.stapleBytes
        content.timestampCount = list.timestamps == 0 ? nil : list.timestamps
        return content
    }

    /// ServerKeyExchange over a named curve (RFC 8422 §5.4): the curve, and in TLS 1.2 how it is signed.
    private var keyExchange: HandshakeContent? {
        var reader = ByteReader(body)
        guard reader.number(bytes: 1) == 3, let group = reader.number(bytes: 2), reader.vector(lengthBytes: 1) != nil
        else { return nil }
        var content = HandshakeContent()
        content.groups = [NamedGroup.name(group)]
        if let code = reader.number(bytes: 2), SignatureScheme.keyType(code) != nil {
            content.signatureAlgorithms = [SignatureScheme.name(code)]
        }
        return content
    }

    private var certificateRequest12: HandshakeContent? {
        var reader = ByteReader(body)
        guard let types = reader.vector(lengthBytes: 1) else { return nil }
        var content = HandshakeContent()
        content.keyTypes = types.compactMap { SignatureScheme.keyType(certificateType: $0) }.uniqued()
        guard let first = reader.vector(lengthBytes: 2) else { return nil }
        if let names = reader.vector(lengthBytes: 2) {
            content.signatureAlgorithms = ByteReader.numbers(first).map { SignatureScheme.name($0) }
            Self.read(authorities: names, into: &content)
        } else {
            // TLS 1.1 and earlier name no algorithms.
            Self.read(authorities: first, into: &content)
        }
        return content
    }

    private var certificateRequest13: HandshakeContent? {
        var reader = ByteReader(body)
        guard reader.vector(lengthBytes: 1) != nil, let rest = reader.rest else { return nil }
        var content = HandshakeContent()
        content.authorityCount = 0
        let isWhole = Self.eachExtension(in: rest) { kind, bytes in
            var list = ByteReader(bytes)
            guard kind == 13 || kind == 47, let inner = list.vector(lengthBytes: 2) else { return }
            if kind == 47 {
                Self.read(authorities: inner, into: &content)
            } else {
                let codes = ByteReader.numbers(inner)
                content.signatureAlgorithms = codes.map { SignatureScheme.name($0) }
                content.keyTypes = codes.compactMap { SignatureScheme.keyType($0) }.uniqued()
            }
        }
        return isWhole ? content : nil
    }

    private static func read(authorities list: ArraySlice<UInt8>, into content: inout HandshakeContent) {
        var names = ByteReader(list)
        var count = 0
        var known: [String] = []
        while let name = names.vector(lengthBytes: 2) {
            count += 1
            guard known.count < namedAuthorities else { continue }
            known.append(DistinguishedName(der: Array(name))?.text ?? "(a name that does not decode)")
        }
        content.authorityCount = count
        content.authorities = known.isEmpty ? nil : known
    }

    private var signature: HandshakeContent? {
        var reader = ByteReader(body)
        guard let code = reader.number(bytes: 2), SignatureScheme.keyType(code) != nil else { return nil }
        var content = HandshakeContent()
        content.signatureAlgorithms = [SignatureScheme.name(code)]
        return content
    }

    /// CertificateStatus (RFC 6066 §8).
    private var staple: HandshakeContent? {
        var reader = ByteReader(body)
        guard reader.number(bytes: 1) == 1, let response = reader.vector(lengthBytes: 3) else { return nil }
        var content = HandshakeContent()
        content.stapleBytes = response.count
        return content
    }

    /// Hands out each extension of a block; false when the block does not decode.
    private static func eachExtension(
        in block: ArraySlice<UInt8>,
        _ body: (_ kind: Int, _ content: ArraySlice<UInt8>) -> Void
    ) -> Bool {
        var reader = ByteReader(block)
        guard let list = reader.vector(lengthBytes: 2) else { return false }
        var extensions = ByteReader(list)
        while !extensions.isAtEnd {
            guard let kind = extensions.number(bytes: 2), let content = extensions.vector(lengthBytes: 2) else {
                return false
            }
            body(kind, content)
        }
        return true
    }
}
