import Diagnosis
import Foundation
import Testing

@testable import Trust

@Suite struct InfoPlistTests {
    private func read(_ content: String) throws(Problem) -> InfoPlist {
        try InfoPlist(PropertyListText.xml(content), file: "Info.plist")
    }

    static let whole = """
        <key>CFBundleIdentifier</key><string>test.app</string>
        <key>NSAppTransportSecurity</key>
        <dict>
          <key>NSAllowsArbitraryLoads</key><true/>
          <key>NSAllowsArbitraryLoadsForMedia</key><false/>
          <key>NSAllowsArbitraryLoadsInWebContent</key><true/>
          <key>NSAllowsLocalNetworking</key><true/>
          <key>NSRequiresNIAPTLSPackageVersion</key><string>FCP_v2.1</string>
          <key>NSExceptionDomains</key>
          <dict>
            <key>example.test</key>
            <dict>
              <key>NSIncludesSubdomains</key><true/>
              <key>NSExceptionAllowsInsecureHTTPLoads</key><true/>
              <key>NSExceptionMinimumTLSVersion</key><string>TLSv1.1</string>
              <key>NSExceptionRequiresForwardSecrecy</key><false/>
              <key>NSRequiresCertificateTransparency</key><true/>
              <key>NSExceptionRequiresNIAPTLSPackageVersion</key><string>recommended</string>
            </dict>
            <key>others.test</key>
            <dict>
              <key>NSThirdPartyExceptionAllowsInsecureHTTPLoads</key><true/>
              <key>NSThirdPartyExceptionMinimumTLSVersion</key><string>TLSv1.3</string>
              <key>NSThirdPartyExceptionRequiresForwardSecrecy</key><false/>
            </dict>
          </dict>
          <key>NSPinnedDomains</key>
          <dict>
            <key>pinned.test</key>
            <dict>
              <key>NSIncludesSubdomains</key><true/>
              <key>NSPinnedLeafIdentities</key>
              <array><dict><key>SPKI-SHA256-BASE64</key><string>AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=</string></dict></array>
            </dict>
          </dict>
        </dict>
        <key>TSKConfiguration</key>
        <dict>
          <key>TSKSwizzleNetworkDelegates</key><false/>
          <key>TSKPinnedDomains</key>
          <dict>
            <key>kit.test</key>
            <dict>
              <key>TSKPublicKeyHashes</key>
              <array>
                <string>AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=</string>
                <string>BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=</string>
              </array>
              <key>TSKIncludeSubdomains</key><true/>
              <key>TSKExpirationDate</key><string>2030-01-31</string>
            </dict>
            <key>out.kit.test</key>
            <dict><key>kSKExcludeSubdomainFromParentPolicy</key><true/></dict>
          </dict>
        </dict>
        """

    @Test func everyKeyIsReadInBothForms() throws {
        let xml = PropertyListText.xml(Self.whole)
        for bytes in [xml, try PropertyListText.binary(xml)] {
            let list = try InfoPlist(bytes, file: "Info.plist")
            let keys = list.transportSecurity
            #expect(keys.allowsArbitraryLoads == true)
            #expect(keys.allowsArbitraryLoadsForMedia == false)
            #expect(keys.allowsArbitraryLoadsInWebContent == true)
            #expect(keys.allowsLocalNetworking == true)
            #expect(keys.requiresPackage == .version21)
            var own = TransportSecurityKeys.Domain()
            own.includesSubdomains = true
            own.allowsInsecureLoads = true
            own.minimumVersion = .tls11
            own.requiresForwardSecrecy = false
            own.requiresCertificateTransparency = true
            own.requiresPackage = .recommended
            var others = TransportSecurityKeys.Domain()
            others.allowsInsecureLoads = true
            others.minimumVersion = .tls13
            others.requiresForwardSecrecy = false
            #expect(keys.exceptionDomains == ["example.test": own, "others.test": others])
            #expect(keys.pinnedDomains?["pinned.test"]?.dictionary?["NSIncludesSubdomains"] == .bool(true))
            let kit = try #require(list.trustKit?.domains["kit.test"])
            #expect(kit.publicKeyHashes?.count == 2)
            #expect(kit.includesSubdomains == true)
            #expect(kit.expirationDate == "2030-01-31")
            #expect(list.trustKit?.domains["out.kit.test"]?.isExcluded == true)
            // Arbitrary loads do nothing beside the finer keys; nothing else is odd.
            #expect(list.remarks.map(\.code) == [.atsKeyIgnored])
            #expect(list.remarks.first?.sentence.contains("NSAllowsLocalNetworking") == true)
        }
    }

    @Test func faultsNameTheKeyAndTheLine() throws {
        func transport(_ content: String) -> String {
            "<key>NSAppTransportSecurity</key>\n<dict>\n\(content)\n</dict>"
        }
        func exception(_ content: String) -> String {
            transport("<key>NSExceptionDomains</key><dict><key>a.test</key><dict>\n\(content)\n</dict></dict>")
        }
        let cases: [(String, String, [String])] = [
            (
                transport("<key>NSAllowsArbitraryLoads</key><string>YES</string>"), "config.key",
                ["NSAppTransportSecurity.NSAllowsArbitraryLoads", "line 7", "a string", "true or false"]
            ),
            (
                exception("<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.5</string>"), "config.key",
                ["a.test.NSExceptionMinimumTLSVersion", "TLSv1.5", "TLSv1.3", "line 8"]
            ),
            (
                exception("<key>NSIncludesSubdomains</key><integer>1</integer>"), "config.key",
                ["NSIncludesSubdomains", "a number"]
            ),
            (transport("<key>NSExceptionDomains</key><array/>"), "config.key", ["an array", "an object"]),
            (
                transport("<key>NSAllowsLocalNetworking</key><true/><key>NSAllowsLocalNetworking</key><true/>"),
                "config.key", ["NSAllowsLocalNetworking", "twice"]
            ),
            (transport("<key>NSAllowsLocalNetworking</key>"), "config.syntax", ["a key with its value"]),
            ("<key>TSKConfiguration</key><dict/>", "config.key", ["TSKPinnedDomains", "missing"]),
            ("<key>a</key><strange/>", "config.syntax", ["strange"]),
            ("<key>a</key><string>&foo;</string>", "config.syntax", ["&foo;", "line 5"]),
        ]
        for (content, code, words) in cases {
            let found = problem { () throws(Problem) in _ = try read(content) }
            #expect(found?.code.rawValue == code, "\(content)")
            for word in words { #expect(found?.sentence.contains(word) == true, "\(found?.sentence ?? "-"): \(word)") }
        }
    }

    @Test func keysWithoutEffectAreRemarks() throws {
        let list = try read(
            """
            <key>NSAppTransportSecurity</key>
            <dict>
              <key>NSAllowArbitraryLoads</key><true/>
              <key>NSExceptionDomains</key>
              <dict>
                <key>Example.test</key><dict><key>NSExceptionAllowsInsecureHTTPLoad</key><true/></dict>
                <key>example.test:8443</key><dict/>
                <key>*.example.test</key><dict/>
                <key>example.test.</key><dict/>
                <key>https://example.test</key><dict/>
                <key>10.0.0.0/8</key><dict/>
                <key>fd00::/8</key><dict/>
              </dict>
              <key>NSPinnedDomains</key>
              <dict>
                <key>a.test</key><dict><key>NSPinnedLeafIdentities</key><array><string>x</string></array></dict>
              </dict>
            </dict>
            <key>NSPinnedDomains</key><dict/>
            """
        )
        let remedies = list.remarks.compactMap(\.remedy)
        #expect(remedies.contains("Did you mean NSAllowsArbitraryLoads?"))
        #expect(remedies.contains("Did you mean NSExceptionAllowsInsecureHTTPLoads?"))
        let forms = list.remarks.filter { $0.code == .atsDomainForm }
        #expect(forms.count == 5)
        #expect(
            Set(forms.compactMap(\.remedy)) == [
                "Write \"example.test\".", "Write \"example.test\" with NSIncludesSubdomains.",
            ]
        )
        let texts = list.remarks.map(\.sentence).joined(separator: "\n")
        #expect(texts.contains("no effect outside NSAppTransportSecurity"))
        #expect(texts.contains("every certificate is refused"))
    }

    /// The misspelt key is the one that TrustKit reads from a property list; in code the documented name is a constant.
    @Test func trustKitsKeyOfExclusion() throws {
        let domains = """
            <key>TSKPinnedDomains</key>
            <dict>
              <key>a.test</key><dict><key>TSKExcludeSubdomainFromParentPolicy</key><true/></dict>
            </dict>
            """
        let list = try PolicyFile(PropertyListText.xml(domains), name: "kit.plist", load: Self.noFile)
        #expect(list.kind == .trustKit)
        let kit = try #require(list.profile.policy.base as? TrustKitPolicy)
        #expect(kit.domains["a.test"]?.isExcluded == nil)
        #expect(list.remarks.first?.sentence.contains("kSKExcludeSubdomainFromParentPolicy") == true)

        let json = #"{"TSKPinnedDomains": {"a.test": {"TSKExcludeSubdomainFromParentPolicy": true}}}"#
        let file = try PolicyFile([UInt8](json.utf8), name: "kit.json", load: Self.noFile)
        #expect(file.kind == .trustKit && file.remarks.isEmpty)
        #expect((file.profile.policy.base as? TrustKitPolicy)?.domains["a.test"]?.isExcluded == true)
    }

    @Test func trustKitsFaults() throws {
        let cases: [(String, String, String)] = [
            (
                #"{"TSKPinnedDomains": {"a.test": {"TSKPublicKeyHashes": ["AAAA"]}}}"#, "pin.format",
                "TSKPublicKeyHashes[0]"
            ),
            (#"{"TSKPinnedDomains": {"a.test": {"TSKEnforcePinning": 1}}}"#, "config.key", "TSKEnforcePinning"),
            (#"{"TSKPinnedDomains": {"a.test": {"TSKExpirationDate": "31.1.2030"}}}"#, "config.key", "yyyy-MM-dd"),
            (#"{"TSKPinnedDomains": []}"#, "config.key", "TSKPinnedDomains"),
        ]
        for (json, code, word) in cases {
            let found = problem { () throws(Problem) in
                _ = try PolicyFile([UInt8](json.utf8), name: "kit.json", load: Self.noFile)
            }
            #expect(found?.code.rawValue == code && found?.sentence.contains(word) == true, "\(json)")
        }
        let typo = #"{"TSKPinnedDomains": {"a.test": {"TSKIncludeSubdomain": true, "TSKReportUris": []}}}"#
        let file = try PolicyFile([UInt8](typo.utf8), name: "kit.json", load: Self.noFile)
        #expect(file.remarks.map(\.remedy) == ["Did you mean TSKIncludeSubdomains?"])
    }

    @Test func anInfoPlistAsAPolicy() throws {
        let file = try PolicyFile(PropertyListText.xml(Self.whole), name: "Info.plist", load: Self.noFile)
        #expect(file.kind == .infoPlist)
        #expect(file.profile.name == "Info")
        #expect(file.profile.policy.kind == "trustKit")
        #expect(file.profile.transportSecurity?.keys?.exceptionDomains?.count == 2)
    }

    static let noFile: @Sendable (String) -> FileSnapshot = {
        FileSnapshot(path: $0, content: .failure(.fileMissing(path: $0)))
    }
}
