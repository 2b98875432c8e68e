import Foundation

/// What is fuzzed: everything that reads bytes which others made.
enum FuzzSubject: String, CaseIterable {
    /// Files of certificates, keys and identities of any kind.
    case certificates
    /// PKCS#12 containers, with their pass phrase.
    case pkcs12
    /// Property lists inside of provisioning profiles.
    case propertyLists = "property-lists"
    /// Policies in Info.plist, TrustKit's and Android's form, and the program's own.
    case policies
    /// The program's own JSON5 files.
    case json5
    /// Lines of `evaluate --batch`.
    case batch
    /// What clients of the lab say before TLS is up.
    case tlsRecords = "tls-records"
    /// Requests to the lab.
    case http
    /// Console lines for `explain`.
    case explain

    func run(_ bytes: [UInt8]) {
        switch self {
        case .certificates: FileFuzzing.readAsAnything(bytes)
        case .pkcs12: FileFuzzing.open(bytes)
        case .propertyLists: FileFuzzing.readProfile(bytes)
        case .policies: PolicyFuzzing.read(bytes)
        case .json5: TextFuzzing.readJSON5(bytes)
        case .batch: TextFuzzing.evaluate(bytes)
        case .tlsRecords: WireFuzzing.readRecords(bytes)
        case .http: WireFuzzing.readRequests(bytes)
        case .explain: TextFuzzing.explain(bytes)
        }
    }

    /// What to begin with: right inputs of every kind, made here.
    func corpus() throws -> [[UInt8]] {
        switch self {
        case .certificates: try FileFuzzing.everyKind()
        case .pkcs12: try FileFuzzing.containers()
        case .propertyLists: try FileFuzzing.propertyLists()
        case .policies: try PolicyFuzzing.files()
        case .json5: try TextFuzzing.ownFiles()
        case .batch: try TextFuzzing.requests()
        case .tlsRecords: WireFuzzing.hellos()
        case .http: WireFuzzing.requests()
        case .explain: TextFuzzing.consoleLines()
        }
    }
}
