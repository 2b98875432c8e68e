import Foundation

/// One of Alamofire's evaluators.
public indirect enum AlamofireEvaluator: Hashable, Sendable {
    /// The two validations that most evaluators may be told to make.
    public struct Validation: Hashable, Sendable {
        /// performDefaultValidation: an SSL policy without a name.
        public var performsDefault: Bool
        /// validateHost: an SSL policy with the host.
        public var validatesHost: Bool

        /// Both, unless told otherwise.
        public init(performsDefault: Bool = true, validatesHost: Bool = true) {
            self.performsDefault = performsDefault
            self.validatesHost = validatesHost
        }
    }

    /// DefaultTrustEvaluator.
    case `default`(validatesHost: Bool)
    /// RevocationTrustEvaluator.
    case revocation(Validation)
    /// PinnedCertificatesTrustEvaluator.
    case pinnedCertificates([Certificate], acceptsSelfSigned: Bool, Validation)
    /// PublicKeysTrustEvaluator, with the hashes of the keys.
    case publicKeys([SHA256Digest], Validation)
    /// CompositeTrustEvaluator.
    case composite([AlamofireEvaluator])
    /// DisabledTrustEvaluator.
    case disabled

    /// The type's name.
    public var name: String {
        switch self {
        case .default: "DefaultTrustEvaluator"
        case .revocation: "RevocationTrustEvaluator"
        case .pinnedCertificates: "PinnedCertificatesTrustEvaluator"
        case .publicKeys: "PublicKeysTrustEvaluator"
        case .composite: "CompositeTrustEvaluator"
        case .disabled: "DisabledTrustEvaluator"
        }
    }

    /// The same with other pins, where it compares some.
    func taking(_ pins: [Pin]) -> AlamofireEvaluator {
        switch self {
        case .pinnedCertificates(_, let acceptsSelfSigned, let validation):
            let certificates = pins.compactMap { if case .certificate(let pin) = $0 { pin } else { nil } }
            return .pinnedCertificates(certificates, acceptsSelfSigned: acceptsSelfSigned, validation)
        case .publicKeys(_, let validation): return .publicKeys(pins.compactMap(\.publicKeySHA256), validation)
        case .composite(let evaluators): return .composite(evaluators.map { $0.taking(pins) })
        case .default, .revocation, .disabled: return self
        }
    }

    /// Whether it accepts what the system refuses.
    var loosens: Bool {
        switch self {
        case .default(let validatesHost): !validatesHost
        case .revocation(let validation), .publicKeys(_, let validation), .pinnedCertificates(_, _, let validation):
            !validation.performsDefault || !validation.validatesHost
        case .composite(let evaluators): evaluators.allSatisfy(\.loosens)
        case .disabled: true
        }
    }
}

extension AlamofireEvaluator: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, validateHost, performDefaultValidation, certificates, keys, acceptSelfSignedCertificates, evaluators
    }

    /// Reads `type` and that type's own keys; absent ones have Alamofire's defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let validatesHost = try container.decodeIfPresent(Bool.self, forKey: .validateHost) ?? true
        let validation = Validation(
            performsDefault: try container.decodeIfPresent(Bool.self, forKey: .performDefaultValidation) ?? true,
            validatesHost: validatesHost
        )
        func texts(_ key: CodingKeys) throws -> [String] {
            try container.decodeIfPresent([String].self, forKey: key) ?? []
        }
        let type = try container.decode(String.self, forKey: .type)
        switch type {
        case "default": self = .default(validatesHost: validatesHost)
        case "revocation": self = .revocation(validation)
        case "pinnedCertificates":
            self = .pinnedCertificates(
                try texts(.certificates).map { try CertificateText.decodeOne($0, container.codingPath) },
                acceptsSelfSigned: try container.decodeIfPresent(Bool.self, forKey: .acceptSelfSignedCertificates)
                    ?? false,
                validation
            )
        case "publicKeys":
            self = .publicKeys(try texts(.keys).map { try Self.key($0, container.codingPath) }, validation)
        case "composite": self = .composite(try container.decode([AlamofireEvaluator].self, forKey: .evaluators))
        case "disabled": self = .disabled
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .type,
                in: container,
                debugDescription: "unknown evaluator \(type)"
            )
        }
    }

    /// The hash of a key given as a certificate, as a bare public key, or as `sha256//BASE64`.
    private static func key(_ text: String, _ path: [any CodingKey]) throws -> SHA256Digest {
        if let spki = CertificateText.bytes(ofPEM: text, label: "PUBLIC KEY") { return SHA256Digest(of: spki) }
        if text.hasPrefix("sha256//"), let data = Data(base64Encoded: String(text.dropFirst(8))),
            let digest = SHA256Digest(bytes: [UInt8](data))
        {
            return digest
        }
        return try CertificateText.decodeOne(text, path).publicKeySHA256
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func encode(_ validation: Validation) throws {
            try container.encode(validation.performsDefault, forKey: .performDefaultValidation)
            try container.encode(validation.validatesHost, forKey: .validateHost)
        }
        switch self {
        case .default(let validatesHost):
            try container.encode("default", forKey: .type)
            try container.encode(validatesHost, forKey: .validateHost)
        case .revocation(let validation):
            try container.encode("revocation", forKey: .type)
            try encode(validation)
        case .pinnedCertificates(let certificates, let acceptsSelfSigned, let validation):
            try container.encode("pinnedCertificates", forKey: .type)
            try container.encode(certificates.map { CertificateText.pem($0.der) }, forKey: .certificates)
            try container.encode(acceptsSelfSigned, forKey: .acceptSelfSignedCertificates)
            try encode(validation)
        case .publicKeys(let keys, let validation):
            try container.encode("publicKeys", forKey: .type)
            try container.encode(keys.map(\.pin), forKey: .keys)
            try encode(validation)
        case .composite(let evaluators):
            try container.encode("composite", forKey: .type)
            try container.encode(evaluators, forKey: .evaluators)
        case .disabled: try container.encode("disabled", forKey: .type)
        }
    }
}
