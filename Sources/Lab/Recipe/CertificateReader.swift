import Diagnosis
import Foundation
import Trust

/// The keys of a certificate in the recipe.
enum CertificateKey: String, JSON5Key {
    case subject, issuer, key, sameKeyAs, names, furtherNames
    case from, until, days, endsIn
    case authority, pathLength, usage, purposes, digest
    case permittedNames, excludedNames, mustStaple
    case issuerAt, listAt, statusAt, revoked
}

/// Reads the fields of a certificate: what the entry says, over what holds for its kind.
struct CertificateReader {
    /// What holds where the entry says nothing.
    var defaults: CertificateRecipe

    /// Nothing but what a certificate cannot do without: the defaults of the defaults.
    static let bare = CertificateRecipe(
        subject: [],
        issuer: .itself,
        key: .curve("P-256"),
        sameKeyAs: nil,
        names: [],
        furtherNames: 0,
        validity: .init(from: nil, end: .length(365)),
        isAuthority: nil,
        pathLength: nil,
        usage: [],
        purposes: [],
        digest: "sha256",
        permittedNames: [],
        excludedNames: [],
        mustStaple: false,
        issuerAt: nil,
        listAt: nil,
        statusAt: nil,
        isRevoked: false
    )

    /// - Parameter placeholders: what stands for `{host}` and `{name}` in subject and names.
    func read(_ value: JSON5Value, placeholders: [String: String] = [:]) throws(Problem) -> CertificateRecipe {
        let object = try value.object(CertificateKey.self)
        var recipe = defaults
        if let value = object[.subject] { recipe.subject = try Self.subject(value) }
        if let value = object[.issuer] {
            let name = try value.string()
            recipe.issuer = name == "self" ? .itself : .authority(name)
        }
        if let value = object[.key] { recipe.key = try Self.key(value) }
        if let value = object[.sameKeyAs] { recipe.sameKeyAs = try Self.entryName(value) }
        if let value = object[.names] {
            recipe.names = []
            for name in try value.array() { recipe.names.append(try Self.name(name)) }
        }
        if let value = object[.furtherNames] { recipe.furtherNames = try value.integer(in: 0...100_000) }
        try readValidity(object, &recipe.validity)
        try readExtensions(object, &recipe)
        try readRevocation(object, &recipe)
        if let value = object[.digest] {
            recipe.digest = try Self.word(value, of: ["sha256", "sha384", "sha512", "sha1", "md5"])
        }
        return recipe.replacing(placeholders)
    }

    private func readValidity(
        _ object: JSON5Object<CertificateKey>,
        _ validity: inout CertificateRecipe.Validity
    ) throws(Problem) {
        if let value = object[.from] { validity.from = try Self.date(value) }
        let ends = [object[.until], object[.days], object[.endsIn]].compactMap { $0 }
        if ends.count > 1, let second = ends.last {
            throw second.unfit("a second end", wanted: "one of until, days and endsIn")
        }
        if let value = object[.until] { validity.end = .at(try Self.date(value)) }
        if let value = object[.days] { validity.end = .length(try value.integer(in: 1...36_500)) }
        if let value = object[.endsIn] { validity.end = .afterIssue(try value.integer(in: 1...36_500)) }
    }

    private func readExtensions(
        _ object: JSON5Object<CertificateKey>,
        _ recipe: inout CertificateRecipe
    ) throws(Problem) {
        if let value = object[.authority] { recipe.isAuthority = try value.boolean() }
        if let value = object[.pathLength] { recipe.pathLength = try value.integer(in: 0...16) }
        if let value = object[.usage] { recipe.usage = try Self.words(value, of: Self.usages) }
        if let value = object[.purposes] { recipe.purposes = try Self.words(value, of: Self.purposes) }
        if let value = object[.permittedNames] { recipe.permittedNames = try value.strings() }
        if let value = object[.excludedNames] { recipe.excludedNames = try value.strings() }
        if let value = object[.mustStaple] { recipe.mustStaple = try value.boolean() }
    }

    private func readRevocation(
        _ object: JSON5Object<CertificateKey>,
        _ recipe: inout CertificateRecipe
    ) throws(Problem) {
        if let value = object[.issuerAt] { recipe.issuerAt = try value.string() }
        if let value = object[.listAt] { recipe.listAt = try value.string() }
        if let value = object[.statusAt] { recipe.statusAt = try value.string() }
        if let value = object[.revoked] { recipe.isRevoked = try value.boolean() }
    }

    // MARK: Values

    static let usages = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
        "cRLSign", "encipherOnly", "decipherOnly",
    ]
    static let purposes = ["serverAuth", "clientAuth", "codeSigning", "emailProtection", "timeStamping", "OCSPSigning"]

    /// `CN=Lab CA, O=Lab`, most specific part first, as the program shows names; empty: no subject.
    private static func subject(_ value: JSON5Value) throws(Problem) -> [CertificateRecipe.NamePart] {
        let text = try value.string()
        guard !text.isEmpty else { return [] }
        var parts: [CertificateRecipe.NamePart] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard pair.count == 2, !pair[1].isEmpty, ["CN", "O", "OU", "C", "L", "ST"].contains(pair[0]) else {
                throw value.unfit("\"\(text)\"", wanted: "a name like \"CN=Lab CA, O=Lab\"")
            }
            parts.append(.init(type: pair[0], value: pair[1]))
        }
        return parts.reversed()
    }

    private static func key(_ value: JSON5Value) throws(Problem) -> CertificateRecipe.Key {
        let text = try value.string()
        if ["P-256", "P-384", "P-521"].contains(text) { return .curve(text) }
        if text.hasPrefix("rsa-"), let bits = Int(text.dropFirst(4)), (512...8192).contains(bits) { return .rsa(bits) }
        throw value.unfit("\"\(text)\"", wanted: "P-256, P-384, P-521, or rsa- and a number of bits from 512 to 8192")
    }

    /// `scenario good`, `authority root`, `identity client`
    static func entryName(_ value: JSON5Value) throws(Problem) -> EntryName {
        let words = try value.string().split(separator: " ").map(String.init)
        switch (words.count, words.first) {
        case (2, "scenario"): return .server(words[1])
        case (2, "authority"): return .authority(words[1])
        case (2, "identity"): return .identity(words[1])
        default:
            throw value.unfit(
                "\"\(words.joined(separator: " "))\"",
                wanted: "\"scenario\", \"authority\" or \"identity\", and a name"
            )
        }
    }

    /// `good.lab.test`, `127.0.0.1`, or with the kind before it where it does not show: `dns:127.0.0.1`.
    private static func name(_ value: JSON5Value) throws(Problem) -> GeneralName {
        let text = try value.string()
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.count, parts.first) {
        case (2, "dns"): return .dns(parts[1])
        case (2, "email"): return .email(parts[1])
        case (2, "uri"): return .uri(parts[1])
        default: break
        }
        if let address = ServerSocket.addressBytes(of: text) { return .ipAddress(address) }
        guard !text.isEmpty, !text.contains(":"), text.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw value.unfit("\"\(text)\"", wanted: "a DNS name in ASCII or an IP address")
        }
        return .dns(text)
    }

    private static func date(_ value: JSON5Value) throws(Problem) -> Int64 {
        let text = try value.string()
        guard text.utf8.count == 10, let date = try? Date(text + "T00:00:00Z", strategy: .iso8601) else {
            throw value.unfit("\"\(text)\"", wanted: "a day like \"2024-01-01\"")
        }
        return Int64(date.timeIntervalSince1970)
    }

    private static func words(_ value: JSON5Value, of known: [String]) throws(Problem) -> [String] {
        var result: [String] = []
        for element in try value.array() { result.append(try word(element, of: known)) }
        return result
    }

    private static func word(_ value: JSON5Value, of known: [String]) throws(Problem) -> String {
        let text = try value.string()
        guard known.contains(text) else {
            throw value.unfit("\"\(text)\"", wanted: "one of \(known.joined(separator: ", "))")
        }
        return text
    }
}

extension CertificateRecipe {
    /// The recipe with `{host}`, `{name}` and `{files}` replaced in subject, names and addresses.
    func replacing(_ placeholders: [String: String]) -> CertificateRecipe {
        guard !placeholders.isEmpty else { return self }
        func replaced(_ text: String) -> String {
            guard text.contains("{") else { return text }
            return placeholders.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
        }
        var result = self
        result.subject = subject.map { .init(type: $0.type, value: replaced($0.value)) }
        result.issuerAt = issuerAt.map(replaced)
        result.listAt = listAt.map(replaced)
        result.statusAt = statusAt.map(replaced)
        result.names = names.map { name in
            switch name {
            case .dns(let text): .dns(replaced(text))
            case .email(let text): .email(replaced(text))
            case .uri(let text): .uri(replaced(text))
            case .ipAddress, .directory, .other: name
            }
        }
        return result
    }
}
