extension GeneralName {
    /// For people, with its type: `DNS api.example.com`, `IP 192.0.2.1`.
    public var text: String {
        switch self {
        case .dns(let name): "DNS \(name)"
        case .ipAddress(let bytes): "IP \(IPAddressText.text(bytes))"
        case .email(let address): "email \(address)"
        case .uri(let address): "URI \(address)"
        case .directory(let name): "directory \(name.text)"
        case .other(let kind): kind
        }
    }
}

extension Certificate {
    /// The iPAddresses among the alternative names in their usual text form.
    public var ipAddressTexts: [String] { ipAddresses.map(IPAddressText.text) }
}
