import Diagnosis

/// What a flow would find when it reads its files: names and outcomes at one moment, no secrets.
public struct BundleSnapshot: Hashable, Sendable, Codable {
    /// What reading one file gave.
    public enum Content: Hashable, Sendable {
        /// One DER certificate: what SecCertificateCreateWithData takes.
        case certificate(Certificate)
        /// Readable, but no DER certificate; the problem says what it is (`file.is-pem`).
        case other(Problem)
        /// Not there, or not readable.
        case missing(Problem)
        /// A container of identities that opened.
        case identities([IdentitySummary])
        /// A container of identities that did not open.
        case locked(Problem)
    }

    /// File names and what each gave.
    public var files: [String: Content]
    /// For each container: what SecPKCS12Import returns for it, by system.
    public var appleImports: [String: [AppleImport]]

    /// A snapshot of known files.
    public init(files: [String: Content] = [:], appleImports: [String: [AppleImport]] = [:]) {
        self.files = files
        self.appleImports = appleImports
    }

    /// Reads what the coder writes; files alone where nothing is known of SecPKCS12Import.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        files = try container.decode([String: Content].self, forKey: .files)
        appleImports = try container.decodeIfPresent([String: [AppleImport]].self, forKey: .appleImports) ?? [:]
    }
}

extension BundleSnapshot.Content: Codable {
    private enum CodingKeys: String, CodingKey { case certificate, other, missing, identities, locked }

    /// Reads the one key that is there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let pem = try container.decodeIfPresent(String.self, forKey: .certificate) {
            self = .certificate(try CertificateText.decodeOne(pem, container.codingPath))
        } else if let problem = try container.decodeIfPresent(Problem.self, forKey: .other) {
            self = .other(problem)
        } else if let problem = try container.decodeIfPresent(Problem.self, forKey: .missing) {
            self = .missing(problem)
        } else if let problem = try container.decodeIfPresent(Problem.self, forKey: .locked) {
            self = .locked(problem)
        } else {
            self = .identities(try container.decode([IdentitySummary].self, forKey: .identities))
        }
    }

    /// Writes one key: the certificate as PEM, else the problem or the identities' summaries.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .certificate(let certificate):
            try container.encode(CertificateText.pem(certificate.der), forKey: .certificate)
        case .other(let problem): try container.encode(problem, forKey: .other)
        case .missing(let problem): try container.encode(problem, forKey: .missing)
        case .identities(let summaries): try container.encode(summaries, forKey: .identities)
        case .locked(let problem): try container.encode(problem, forKey: .locked)
        }
    }
}
