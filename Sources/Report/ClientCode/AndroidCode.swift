import Foundation
import Trust

/// Android's network security configuration: anchors and pins by host. The name is checked always, and nothing that
/// fails can be allowed.
struct AndroidCode {
    private let client: ClientCode
    private let program: TrustProgram
    private let obstacle: String?

    init(_ client: ClientCode) {
        self.client = client
        (program, obstacle) = TrustProgram.reading(client)
    }

    /// A configuration, as far as steps can be said in one.
    private struct Configuration {
        var usesSystem = true
        var resources: [Certificate] = []
        var pins: [SHA256Digest] = []
        var gaps: [String] = []
    }

    func write(to code: inout CodeText) {
        code.line("<?xml version=\"1.0\" encoding=\"utf-8\"?>")
        client.writeHead(.android, to: &code)
        code.comment("Goes to res/xml/network_security_config.xml; the resources that it names go to res/raw.")
        writeGaps(to: &code)
        var resources: [Certificate] = []
        code.block("<network-security-config>", close: "</network-security-config>") { code in
            if let obstacle {
                code.comment("Cannot be expressed: \(obstacle). The system decides here.")
                return
            }
            write(program.otherwise, open: "<base-config>", close: "</base-config>", hosts: [], &resources, to: &code)
            for hostCase in program.hosts {
                write(
                    hostCase.branch,
                    open: "<domain-config>",
                    close: "</domain-config>",
                    hosts: [hostCase],
                    &resources,
                    to: &code
                )
            }
        }
        for (number, certificate) in resources.enumerated() {
            code.comment("res/raw/anchor_\(number + 1).der, base64 (\(certificate.subject.shortText)):")
            code.line("<!-- \(CodeText.base64(certificate.der)) -->")
        }
    }

    private func writeGaps(to code: inout CodeText) {
        let profile = client.profile
        for gap in program.gaps { code.comment("Cannot be expressed: \(gap).") }
        if profile.whenTrusted != .policy || profile.whenRefused != .policy {
            code.comment("Cannot be expressed: answers set by hand.")
        }
        if profile.identity != .none {
            code.comment("Cannot be expressed: an identity is given in code, to the SSLContext.")
        }
        if profile.minimumTLS != "1.2" || profile.maximumTLS != "1.3" {
            code.comment("Cannot be expressed: TLS \(profile.minimumTLS) to \(profile.maximumTLS) is set in code.")
        }
    }

    private func write(
        _ branch: TrustProgram.Branch,
        open: String,
        close: String,
        hosts: [TrustProgram.HostCase],
        _ resources: inout [Certificate],
        to code: inout CodeText
    ) {
        var configuration = Configuration()
        if case .steps(let steps) = branch { configuration = read(steps) }
        for gap in configuration.gaps { code.comment("Cannot be expressed: \(gap).") }
        var hosts = hosts
        // A pin-set needs a domain; without one the host that the code is for stands in.
        if hosts.isEmpty, !configuration.pins.isEmpty {
            guard let host = client.host else {
                code.comment("Cannot be expressed: pins for every host. Give --host for a domain-config with them.")
                writeAnchors(configuration, open: open, close: close, names: [], &resources, to: &code)
                return
            }
            hosts = [.init(host: host, below: .none, branch: branch)]
            writeAnchors(
                configuration,
                open: "<domain-config>",
                close: "</domain-config>",
                names: hosts,
                &resources,
                to: &code
            )
            return
        }
        writeAnchors(configuration, open: open, close: close, names: hosts, &resources, to: &code)
    }

    private func writeAnchors(
        _ configuration: Configuration,
        open: String,
        close: String,
        names: [TrustProgram.HostCase],
        _ resources: inout [Certificate],
        to code: inout CodeText
    ) {
        var own: [String] = configuration.usesSystem ? ["<certificates src=\"system\" />"] : []
        for certificate in configuration.resources {
            if !resources.contains(certificate) { resources.append(certificate) }
            own.append("<certificates src=\"@raw/anchor_\((resources.firstIndex(of: certificate) ?? 0) + 1)\" />")
        }
        code.block(open, close: close) { code in
            for name in names {
                code.line("<domain includeSubdomains=\"\(name.below != .none)\">\(Self.escaped(name.host))</domain>")
                if name.below == .oneLabel {
                    code.comment("Cannot be expressed: one label below alone; all depths count here.")
                }
            }
            if !names.isEmpty, !configuration.pins.isEmpty {
                code.block("<pin-set>", close: "</pin-set>") { code in
                    for pin in configuration.pins {
                        code.line("<pin digest=\"SHA-256\">\(CodeText.base64(pin.bytes))</pin>")
                    }
                }
            }
            code.block("<trust-anchors>", close: "</trust-anchors>") { $0.add(own) }
        }
    }

    private func read(_ steps: [TrustProgram.Step]) -> Configuration {
        var configuration = Configuration()
        var isValidated = false
        for step in steps {
            switch step {
            case .remark: break
            case .sslPolicy(checksHost: true): break
            case .sslPolicy(checksHost: false), .basicPolicy:
                configuration.gaps.append("the name off; Android checks it always, which is stricter")
            case .revocationPolicy: configuration.gaps.append("revocation")
            case .anchors(let certificates, let only):
                if isValidated {
                    configuration.gaps.append(
                        "the evaluation with the system's anchors as well; the later anchors count here"
                    )
                }
                configuration.resources = certificates
                configuration.usesSystem = !only
            case .requireValid: isValidated = true
            case .requireCertificate(let certificates):
                if Set(certificates) != Set(configuration.resources) || configuration.usesSystem {
                    configuration.gaps.append("a pinned certificate; its key is pinned here")
                    configuration.pins = certificates.map(\.publicKeySHA256)
                }
            case .requireKey(let keys, let side):
                if side != .any { configuration.gaps.append("pins for some members of the chain alone") }
                configuration.pins = keys
                if keys.isEmpty { configuration.gaps.append("pinning without a pin, which refuses every server") }
            case .refuse(let reason):
                configuration.gaps.append("to refuse every server (\(reason)); the system decides here")
            }
        }
        if !isValidated, !steps.contains(where: { if case .refuse = $0 { true } else { false } }) {
            configuration.gaps.append("to accept what the system refuses; the system decides here, which is stricter")
        }
        var seen: Set<String> = []
        configuration.gaps = configuration.gaps.filter { seen.insert($0).inserted }
        return configuration
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }
}
