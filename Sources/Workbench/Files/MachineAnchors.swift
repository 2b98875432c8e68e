import Foundation
import Synchronization
import Trust

/// The anchors of this machine's own store: read when first asked for.
///
/// It is the store of this machine's distribution, not Apple's; the policy line says so.
public final class MachineAnchors: Sendable {
    /// What the store holds.
    public struct Store: Sendable {
        /// What the policy line calls it: `system (Mozilla, 140)`.
        public let name: String
        /// Its certificates.
        public let anchors: AnchorStore
    }

    /// Where distributions keep their store, each a PEM bundle of Mozilla's list.
    private static let places = [
        "/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem",
    ]

    private let named: String?
    private let store = Mutex<Store?>(nil)

    /// - Parameter environment: `SSL_CERT_FILE` names another bundle, as for OpenSSL.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        named = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The store; empty, and named so, where there is none.
    public func load() -> Store {
        store.withLock { store in
            if let store { return store }
            let found = read()
            store = found
            return found
        }
    }

    private func read() -> Store {
        if let named {
            guard let anchors = Self.anchors(in: named) else {
                return Store(name: "system (SSL_CERT_FILE unreadable)", anchors: AnchorStore(der: []))
            }
            return Store(name: "system (SSL_CERT_FILE, \(anchors.count))", anchors: anchors)
        }
        for place in Self.places {
            guard let anchors = Self.anchors(in: place) else { continue }
            return Store(name: "system (Mozilla, \(anchors.count))", anchors: anchors)
        }
        return Store(name: "system (no store found)", anchors: AnchorStore(der: []))
    }

    /// What a PEM bundle holds; nil when it cannot be read or holds no certificate.
    private static func anchors(in place: String) -> AnchorStore? {
        guard let text = try? Data(contentsOf: URL(fileURLWithPath: place)) else { return nil }
        let anchors = AnchorStore(pem: [UInt8](text))
        return anchors.count == 0 ? nil : anchors
    }
}
