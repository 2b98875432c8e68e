import COpenSSL
import Foundation

/// A private library context: what is loaded into it touches nothing else in the process.
final class OpenSSLLibrary {
    /// The OSSL_LIB_CTX.
    let context: OpaquePointer
    /// Whether the legacy provider is loaded.
    let hasLegacy: Bool

    private var providers: [OpaquePointer] = []

    /// A context with the default provider, and the legacy one if wanted; nil when one cannot be loaded.
    init?(legacy: Bool) {
        guard let context = OSSL_LIB_CTX_new() else { return nil }
        self.context = context
        hasLegacy = legacy
        for name in legacy ? ["default", "legacy"] : ["default"] {
            guard let provider = OSSL_PROVIDER_load(context, name) else {
                ERR_clear_error()
                return nil
            }
            providers.append(provider)
        }
    }

    deinit {
        for provider in providers { OSSL_PROVIDER_unload(provider) }
        OSSL_LIB_CTX_free(context)
    }

    /// Whether a cipher is there.
    func has(cipher name: String) -> Bool {
        defer { ERR_clear_error() }
        guard let cipher = EVP_CIPHER_fetch(context, name, nil) else { return false }
        EVP_CIPHER_free(cipher)
        return true
    }

    /// Whether a digest is there.
    func has(digest name: String) -> Bool {
        defer { ERR_clear_error() }
        guard let digest = EVP_MD_fetch(context, name, nil) else { return false }
        EVP_MD_free(digest)
        return true
    }

    /// Whether a key derivation is there.
    func has(derivation name: String) -> Bool {
        defer { ERR_clear_error() }
        guard let derivation = EVP_KDF_fetch(context, name, nil) else { return false }
        EVP_KDF_free(derivation)
        return true
    }

    /// Whether a cipher, digest or key derivation of that name is there; digests also by their usual title.
    func hasAnything(named name: String) -> Bool {
        has(cipher: name) || has(derivation: name) || has(digest: name)
            || has(digest: name.replacing("SHA-", with: "SHA"))
    }

    /// The folder in which modules are looked for.
    static var moduleFolder: String {
        if let folder = ProcessInfo.processInfo.environment["OPENSSL_MODULES"] { return folder }
        guard let text = OpenSSL_version(OPENSSL_MODULES_DIR) else { return "?" }
        let parts = String(cString: text).split(separator: "\"", omittingEmptySubsequences: false)
        return parts.count > 1 ? String(parts[1]) : String(cString: text)
    }
}
