import Trust

/// What an app's Info.plist has to say for the code to be asked at all.
enum InfoPlistNotes {
    static func write(_ profile: ClientProfile, to code: inout CodeText) {
        guard let security = profile.transportSecurity else {
            code.comment(
                "App Transport Security is off for this client; an app has it on unless its Info.plist says otherwise."
            )
            return
        }
        code.comment("App Transport Security of the Info.plist, NSAppTransportSecurity:")
        guard let keys = security.keys else {
            if security.hasException {
                code.comment("  NSExceptionDomains > (the host) > NSExceptionAllowsInsecureHTTPLoads = YES")
            }
            if security.minimumVersion != "1.2" {
                code.comment(
                    "  NSExceptionDomains > (the host) > NSExceptionMinimumTLSVersion = TLSv\(security.minimumVersion)"
                )
            }
            if !security.requiresForwardSecrecy {
                code.comment("  NSExceptionDomains > (the host) > NSExceptionRequiresForwardSecrecy = NO")
            }
            if security == TransportSecurity(order: security.order) { code.comment("  no key: the defaults") }
            return
        }
        if keys.allowsArbitraryLoads == true { code.comment("  NSAllowsArbitraryLoads = YES") }
        if keys.allowsLocalNetworking == true { code.comment("  NSAllowsLocalNetworking = YES") }
        for (name, domain) in (keys.exceptionDomains ?? [:]).sorted(by: { $0.key < $1.key }) {
            var values: [String] = []
            if domain.includesSubdomains == true { values.append("NSIncludesSubdomains = YES") }
            if domain.allowsInsecureLoads == true { values.append("NSExceptionAllowsInsecureHTTPLoads = YES") }
            if let version = domain.minimumVersion {
                values.append("NSExceptionMinimumTLSVersion = \(version.rawValue)")
            }
            if domain.requiresForwardSecrecy == false { values.append("NSExceptionRequiresForwardSecrecy = NO") }
            code.comment(
                "  NSExceptionDomains > \(name): " + (values.isEmpty ? "no key" : values.joined(separator: ", "))
            )
        }
        for name in (keys.pinnedDomains ?? [:]).keys.sorted() { code.comment("  NSPinnedDomains > \(name)") }
    }
}
