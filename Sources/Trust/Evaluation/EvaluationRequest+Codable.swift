import Diagnosis
import Foundation

extension EvaluationRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, chain, furtherIssuers, staple, asksForStaple, crls, host, at, rules, anchors, purpose, maxDepth,
            certificatePolicies
        case securityLevel, partialChain, policy, flow, bundle, transportSecurity, urlHost, connection
    }

    /// Reads a line of `evaluate --batch`: certificates and CRLs as PEM, `at` in RFC 3339.
    ///
    /// Everything but `chain`, `at` and `policy` has a default. A certificate that does not decode is none of the
    /// request's errors: the evaluation refuses it (`chain.malformed`).
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let at = try container.decode(String.self, forKey: .at)
        guard let date = UTC.date(rfc3339: at) else {
            throw DecodingError.dataCorruptedError(
                forKey: .at,
                in: container,
                debugDescription: "\"\(at)\" is no time in RFC 3339"
            )
        }
        let chain = try container.texts(forKey: .chain).map(PresentedCertificate.init(text:))
        self.init(chain: chain, host: try container.decodeIfPresent(String.self, forKey: .host), date: date)
        id = try container.decodeIfPresent(String.self, forKey: .id)
        furtherIssuers = try container.textsIfPresent(forKey: .furtherIssuers)
            .map { try CertificateText.decodeOne($0, container.codingPath) }
        staple = try container.decodeIfPresent(Data.self, forKey: .staple).map { [UInt8]($0) }
        asksForStaple = try container.decodeIfPresent(Bool.self, forKey: .asksForStaple) ?? false
        crls = try container.textsIfPresent(forKey: .crls).map { text in
            guard let der = CertificateText.bytes(ofPEM: text, label: "X509 CRL") else {
                throw DecodingError.dataCorruptedError(
                    forKey: .crls,
                    in: container,
                    debugDescription: "no X509 CRL in PEM"
                )
            }
            return der
        }
        purpose = try container.decodeIfPresent(Purpose.self, forKey: .purpose) ?? purpose
        maximumDepth = try container.decodeIfPresent(Int.self, forKey: .maxDepth)
        certificatePolicies = try container.decodeIfPresent(
            CertificatePolicyInputs.self,
            forKey: .certificatePolicies
        )
        anchors = try container.decodeIfPresent(Anchors.self, forKey: .anchors) ?? anchors
        rules = try container.decodeIfPresent(RuleSet.self, forKey: .rules) ?? rules
        securityLevel = try container.decodeIfPresent(Int.self, forKey: .securityLevel) ?? securityLevel
        allowsPartialChain = try container.decodeIfPresent(Bool.self, forKey: .partialChain) ?? allowsPartialChain
        policy = try container.decode(Policy.self, forKey: .policy)
        flow = try container.decodeIfPresent(FlowReference.self, forKey: .flow)
        bundle = try container.decodeIfPresent(BundleSnapshot.self, forKey: .bundle)
        transportSecurity = try container.decodeIfPresent(TransportSecurity.self, forKey: .transportSecurity)
        urlHost = try container.decodeIfPresent(String.self, forKey: .urlHost)
        connection = try container.decodeIfPresent(NegotiatedConnection.self, forKey: .connection)
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(id, forKey: .id)
        try container.encode(chain.map { CertificateText.pem($0.encoded) }, forKey: .chain)
        if !furtherIssuers.isEmpty {
            try container.encode(furtherIssuers.map { CertificateText.pem($0.der) }, forKey: .furtherIssuers)
        }
        try container.encodeIfPresent(staple.map { Data($0) }, forKey: .staple)
        if asksForStaple { try container.encode(true, forKey: .asksForStaple) }
        if !crls.isEmpty {
            try container.encode(crls.map { CertificateText.pem($0, label: "X509 CRL") }, forKey: .crls)
        }
        try container.encode(host, forKey: .host)
        try container.encode(UTC.rfc3339(date), forKey: .at)
        try container.encode(rules, forKey: .rules)
        try container.encode(anchors, forKey: .anchors)
        try container.encode(purpose, forKey: .purpose)
        try container.encodeIfPresent(maximumDepth, forKey: .maxDepth)
        try container.encodeIfPresent(certificatePolicies, forKey: .certificatePolicies)
        try container.encode(securityLevel, forKey: .securityLevel)
        try container.encode(allowsPartialChain, forKey: .partialChain)
        try container.encode(policy, forKey: .policy)
        try container.encodeIfPresent(flow, forKey: .flow)
        try container.encodeIfPresent(bundle, forKey: .bundle)
        try container.encodeIfPresent(transportSecurity, forKey: .transportSecurity)
        try container.encodeIfPresent(urlHost, forKey: .urlHost)
        try container.encodeIfPresent(connection, forKey: .connection)
    }
}

extension KeyedDecodingContainer {
    /// A list of texts, read one by one: an array as a whole is decoded by a longer way, and these are most of a batch.
    fileprivate func texts(forKey key: Key) throws -> [String] {
        var list = try nestedUnkeyedContainer(forKey: key)
        var texts: [String] = []
        texts.reserveCapacity(list.count ?? 0)
        while !list.isAtEnd { texts.append(try list.decode(String.self)) }
        return texts
    }

    /// The same; none where the key is absent or null.
    fileprivate func textsIfPresent(forKey key: Key) throws -> [String] {
        guard contains(key), try !decodeNil(forKey: key) else { return [] }
        return try texts(forKey: key)
    }
}

extension PresentedCertificate {
    /// What a text presents: the bytes of its first CERTIFICATE block, or the text's own where there is none.
    init(text: String) {
        self = CertificateCache.shared.presented(text: text)
    }
}

extension Anchors: Codable {
    private enum CodingKeys: String, CodingKey { case app, appOnly, user, system }

    /// Reads lists of PEM certificates; absent ones are empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func list(_ key: CodingKeys) throws -> [Certificate] {
            try container.textsIfPresent(forKey: key)
                .map { try CertificateText.decodeOne($0, container.codingPath + [key]) }
        }
        self.init(
            app: try list(.app),
            appOnly: try container.decodeIfPresent(Bool.self, forKey: .appOnly) ?? false,
            user: try list(.user),
            system: try list(.system)
        )
    }

    /// Writes the lists as PEM.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(app.map { CertificateText.pem($0.der) }, forKey: .app)
        try container.encode(appOnly, forKey: .appOnly)
        try container.encode(user.map { CertificateText.pem($0.der) }, forKey: .user)
        let whole = system + (systemStore?.certificates ?? [])
        try container.encode(whole.map { CertificateText.pem($0.der) }, forKey: .system)
    }
}
