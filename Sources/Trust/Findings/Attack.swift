/// One of the attacker's presentations: what a client may meet in the server's place.
public struct Attack: Hashable, Sendable, Identifiable {
    /// Names an attack; the raw value is its id in JSON and on the command line.
    public enum ID: String, Hashable, Sendable, Codable, CaseIterable {
        case selfSigned = "self-signed"
        case copy = "self-signed-copy"
        case otherAuthority = "other-ca"
        case pinnedAuthorityAppended = "pinned-ca-appended"
        case forgedPrepended = "forged-prepended"
        case forgedAppended = "forged-appended"
        case fakeServerAsks = "asks-for-identity"
        case addressDotted = "address-dotted"
        case addressIPv6 = "address-ipv6"
        case addressShort = "address-short"
        case addressHexadecimal = "address-hex"
        case addressDecimal = "address-decimal"
        case secondHost = "second-host"
        case publicOther = "public-ca-other-name"
        case sameOther = "same-ca-other-name"
        case clientAsServer = "client-as-server"
        case leafAsIssuer = "leaf-as-issuer"
        case embeddedNUL = "embedded-nul"
        case wideWildcard = "wide-wildcard"
        case cleartext = "cleartext"
        case serverKeyFromApp = "server-key-from-app"
        case stranger = "stranger-with-identity"
        case otherMethod = "other-method"
        case expiredStolen = "expired-stolen-key"
        case downgrade = "tls-1.0"
        case resumed = "resumed-session"
        case otherName = "real-leaf-other-name"
        case deviceAuthority = "device-ca"
    }

    /// Whom it is an attack on.
    public enum Subject: String, Hashable, Sendable, Codable, CaseIterable {
        /// The client, whose data the attacker reads.
        case client
        /// The server, which takes a stranger for the client.
        case server
        /// The client's identity, shown to whoever asks.
        case identity
        /// The connection between the two.
        case connection
    }

    /// Its id.
    public let id: ID
    /// A few words, for a row.
    public let title: String
    /// What the attacker has to have.
    public let cost: AttackCost
    /// Whom it is an attack on.
    public let subject: Subject
    /// Whether what is presented bears another name than the one asked for.
    public let hasWrongName: Bool

    init(_ id: ID, _ title: String, _ cost: AttackCost, on subject: Subject = .client, wrongName: Bool = false) {
        self.id = id
        self.title = title
        self.cost = cost
        self.subject = subject
        hasWrongName = wrongName
    }

    /// Every attack, the cheapest first.
    public static let all: [Attack] = [
        Attack(.selfSigned, "self-signed, same name", .nothing),
        Attack(.copy, "self-signed copy of the leaf", .nothing),
        Attack(.otherAuthority, "other private CA, same name", .nothing),
        Attack(.pinnedAuthorityAppended, "forged leaf + pinned CA", .nothing),
        Attack(.forgedPrepended, "forged leaf, real chain", .nothing),
        Attack(.forgedAppended, "real chain, forged leaf", .nothing),
        Attack(.fakeServerAsks, "fake server asks identity", .nothing),
        Attack(.addressDotted, "self-signed, at 127.0.0.1", .nothing, wrongName: true),
        Attack(.addressIPv6, "self-signed, at [::1]", .nothing, wrongName: true),
        Attack(.addressShort, "self-signed, at 127.1", .nothing, wrongName: true),
        Attack(.addressHexadecimal, "self-signed, at 0x7f.1", .nothing, wrongName: true),
        Attack(.addressDecimal, "self-signed, at 2130706433", .nothing, wrongName: true),
        Attack(.secondHost, "the page's second host", .nothing),
        Attack(.cleartext, "redirect to plain http", .cleartext, on: .connection),
        Attack(.publicOther, "public CA, other name", .anyCertificate, wrongName: true),
        Attack(.sameOther, "same private CA, other name", .anyCertificate, wrongName: true),
        Attack(.clientAsServer, ".. its client certificate", .anyCertificate, wrongName: true),
        Attack(.leafAsIssuer, "issued by a leaf", .anyCertificate),
        Attack(.embeddedNUL, "a name with a NUL in it", .anyCertificate, wrongName: true),
        Attack(.wideWildcard, "a wildcard too wide", .anyCertificate, wrongName: true),
        Attack(.serverKeyFromApp, "server's key from the app", .app),
        Attack(.stranger, "stranger with the app's p12", .app, on: .server),
        Attack(.otherMethod, "other method gets identity", .nothing, on: .identity),
        Attack(.expiredStolen, "expired leaf, stolen key", .stolenKey),
        Attack(.downgrade, "downgrade to TLS 1.0", .oldVersion, on: .connection),
        Attack(.resumed, "session before the switch", .earlierAnswer),
        Attack(.otherName, "real leaf, other name asked", .serverItself, wrongName: true),
        Attack(.deviceAuthority, "CA installed on the device", .device),
    ]

    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

    /// The attack of an id.
    public static func of(_ id: ID) -> Attack { byID[id] ?? Attack(id, id.rawValue, .nothing) }
}
