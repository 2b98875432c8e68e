import Diagnosis
import Events
import Foundation
import Trust
import Workbench

/// What the options say about the requests themselves.
struct FiringOptions: Sendable {
    private let method: String?
    private let headers: [HeaderField]
    private let body: [UInt8]?
    private let connectTo: String?
    private let serverName: String?
    private let validateAs: String?
    private let proxy: ProxyChoice?

    /// - Throws: `option.value` for a header that is none, `file.…` codes for a body that cannot be read.
    init(_ arguments: Arguments) throws(Problem) {
        method = arguments.value(.method)
        headers = try Self.headers(arguments)
        body = try Self.body(arguments)
        connectTo = arguments.value(.connectTo)
        serverName = arguments.value(.serverName)
        validateAs = arguments.value(.validateAs)
        proxy = try Self.proxy(arguments)
    }

    /// The request to an address.
    func firing(_ address: String) -> Firing {
        var firing = Firing(address)
        firing.method = method
        firing.headers = headers
        firing.body = body
        firing.connectTo = connectTo
        firing.serverName = serverName
        firing.validateAs = validateAs
        firing.proxy = proxy
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

    private static func body(_ arguments: Arguments) throws(Problem) -> [UInt8]? {
        guard let text = arguments.value(.body) else { return nil }
        guard text.hasPrefix("@") else { return [UInt8](text.utf8) }
        switch FileReader.read(String(text.dropFirst())).content {
        case .success(let bytes): return bytes
        case .failure(let problem) where problem.code == .fileEmpty: return []
        case .failure(let problem): throw problem
        }
    }
}
