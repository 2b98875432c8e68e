import Foundation
import Trust

/// A profile that installs a certificate on an Apple device (`.mobileconfig`), unsigned.
enum ConfigurationProfile {
    /// The property list as XML. The same certificate has the same identifiers, so that it replaces its older self.
    static func text(installing certificate: Certificate) -> String {
        let name = certificate.subject.commonName ?? "Lab CA"
        let lines = [UInt8](
            Data(certificate.der).base64EncodedData(options: [.lineLength64Characters, .endLineWithLineFeed])
        )
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
              <key>PayloadType</key><string>Configuration</string>
              <key>PayloadVersion</key><integer>1</integer>
              <key>PayloadIdentifier</key><string>test.lab.countersign.root</string>
              <key>PayloadUUID</key><string>\(identifier(certificate, 0))</string>
              <key>PayloadDisplayName</key><string>\(escaped(name)) (Countersign's lab)</string>
              <key>PayloadDescription</key><string>Trusts the root of a test lab. Remove it after the test.</string>
              <key>PayloadContent</key>
              <array>
                <dict>
                  <key>PayloadType</key><string>com.apple.security.root</string>
                  <key>PayloadVersion</key><integer>1</integer>
                  <key>PayloadIdentifier</key><string>test.lab.countersign.root.certificate</string>
                  <key>PayloadUUID</key><string>\(identifier(certificate, 16))</string>
                  <key>PayloadDisplayName</key><string>\(escaped(name))</string>
                  <key>PayloadCertificateFileName</key><string>root.cer</string>
                  <key>PayloadContent</key>
                  <data>
            \(String(decoding: lines, as: UTF8.self))
                  </data>
                </dict>
              </array>
            </dict>
            </plist>

            """
    }

    /// A UUID out of 16 bytes of the certificate's digest.
    private static func identifier(_ certificate: Certificate, _ start: Int) -> String {
        let hex = Array(certificate.sha256.hex.uppercased().dropFirst(start * 2).prefix(32))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }.joined(separator: "-")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
