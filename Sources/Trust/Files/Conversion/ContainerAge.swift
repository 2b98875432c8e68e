/// Who has to open a container: that decides how it is encrypted.
public enum ContainerAge: String, Hashable, Sendable, Codable, CaseIterable {
    /// Everybody: triple DES and a SHA-1 MAC, which `SecPKCS12Import` before iOS 18 and Android before 14 need.
    case ios17
    /// Current programs: AES-256 with PBKDF2 and HMAC-SHA256, a SHA-256 MAC; what OpenSSL 3 writes.
    case current
}
