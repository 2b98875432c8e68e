/// Whether old containers may use the algorithms of OpenSSL's legacy provider (RC2-40 and the like).
public enum LegacyProvider: String, Hashable, Sendable, Codable, CaseIterable {
    /// Used where a file needs it, which is then said.
    case auto
    /// Loaded from the start; an error where the module is missing.
    case on
    /// Never loaded.
    case off
}
