import Diagnosis
import Events
import Foundation
import RequestEngine
import Trust
import Workbench

/// What the options say about the requests themselves.
struct FiringOptions: Sendable {
    private let method: String?
    private let headers: [HeaderField]
    private let body: [UInt8]?
    private let bodyStream: BodyStream?
    private let saveBody: String?
    private let family: AddressFamily?
    private let offersHTTP2: Bool
    private let connectTo: String?
    private let serverName: String?
    private let validateAs: String?
    private let proxy: ProxyChoice?
    private let timeout: Double?
    private let maxRedirects: Int?
    private let acceptedTypes: [String]
    private let cache: String?

    /// - Throws: `option.value` for a header that is none, `file.…` codes for a body that cannot be read.
    init(_ arguments: Arguments) throws(Problem) {
        method = arguments.value(.method)
        let content = try BodyOptions(arguments)
        headers = content.completing(try Self.headers(arguments))
        (body, bodyStream) = (content.body, content.stream)
        try arguments.exclude(.page, .saveBody, drop: "A page has many bodies: drop one of them.")
        saveBody = arguments.value(.saveBody).map(ProfileOptions.path)
        try arguments.exclude(.ipv4, .ipv6, drop: "Drop one of them; without either, all addresses are taken.")
        family = arguments.has(.ipv4) ? .v4 : arguments.has(.ipv6) ? .v6 : nil
        offersHTTP2 = !arguments.has(.http11)
        connectTo = arguments.value(.connectTo)
        serverName = arguments.value(.serverName)
        validateAs = arguments.value(.validateAs)
        proxy = try Self.proxy(arguments)
        timeout = try Self.timeout(arguments)
        maxRedirects = try arguments.number(.maxRedirects, in: 0...100)
        acceptedTypes = try Self.acceptedTypes(arguments)
        cache = arguments.value(.cache) ?? (arguments.has(.page) ? "protocol" : nil)
    }

    /// The request to an address.
    func firing(_ address: String) -> Firing {
        var firing = Firing(address)
        firing.method = method
        firing.headers = headers
        (firing.body, firing.bodyStream, firing.saveBody) = (body, bodyStream, saveBody)
        (firing.family, firing.offersHTTP2) = (family, offersHTTP2)
        firing.connectTo = connectTo
        firing.serverName = serverName
        firing.validateAs = validateAs
        firing.proxy = proxy
        firing.timeout = timeout
        firing.maxRedirects = maxRedirects
        firing.acceptedTypes = acceptedTypes
        if let cache { _ = firing.useCache(cache) }
        return firing
    }

    private static func proxy(_ arguments: Arguments) throws(Problem) -> ProxyChoice? {
        let anchors = arguments.values(.proxyAnchors).map(ProfileOptions.path)
        guard let text = arguments.value(.proxy) else {
            guard anchors.isEmpty else {
                throw .operandMissing(Option.proxyAnchors.long, wanted: "\(Option.proxy.long) beside it")
            }
            return nil
        }
        return try ProxyChoice(text, environment: ProcessInfo.processInfo.environment, anchorFiles: anchors)
    }

    private static func timeout(_ arguments: Arguments) throws(Problem) -> Double? {
        guard let text = arguments.value(.timeout) else { return nil }
        guard let seconds = Double(text), seconds.isFinite, seconds >= 0.001, seconds <= 86_400 else {
            throw .optionValue(Option.timeout.long, text, taken: "seconds, from 0.001 to 86400")
        }
        return seconds
    }

    private static func acceptedTypes(_ arguments: Arguments) throws(Problem) -> [String] {
        guard let text = arguments.value(.acceptTypes) else { return [] }
        let types = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        guard !types.isEmpty, types.allSatisfy({ $0.split(separator: "/").count == 2 }) else {
            throw .optionValue(Option.acceptTypes.long, text, taken: "content types, as application/json,text/json")
        }
        return types
    }

    private static func headers(_ arguments: Arguments) throws(Problem) -> [HeaderField] {
        var headers: [HeaderField] = []
        for text in arguments.values(.header) {
            guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
                // The value may be a secret: it is not repeated.
                throw .optionValue(Option.header.long, String(text.prefix { $0 != ":" }), taken: "'NAME: VALUE'")
            }
            let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers.append(HeaderField(name: String(text[..<colon]), value: String(value)))
        }
        return headers
    }
}
