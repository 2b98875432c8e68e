import Diagnosis
import Foundation
import Trust

/// curl's options as a shell script: `sh script URL`. curl verifies by OpenSSL's rules and pins the leaf's key alone, so
/// much cannot be said in it; then the script says what is missing, and is stricter or ends.
struct CurlCode {
    /// What the script can do.
    private enum Form {
        /// The options say what the client does, up to the rules of the platform.
        case options([String], anchors: [Certificate]?, notes: [String])
        /// Nothing like it can be said.
        case impossible(String)
    }

    private let client: ClientCode
    private let form: Form

    init(_ client: ClientCode) {
        self.client = client
        form = Self.form(client)
    }

    func write(to code: inout CodeText) {
        code.line("#!/bin/sh")
        client.writeHead(.curl, to: &code)
        code.comment("Usage: sh THIS-FILE URL [further options of curl]")
        code.line("set -eu")
        switch form {
        case .impossible(let reason):
            code.comment("Cannot be expressed: \(reason).")
            code.line("echo 'curl cannot do what this client does; the comments in this file say why.' >&2")
            code.line("exit 2")
        case .options(let options, let anchors, let notes):
            for note in notes { code.comment(note) }
            if let anchors { write(anchors, to: &code) }
            code.line("curl \\")
            for option in versions + options + identity { code.line("    \(option) \\") }
            code.line("    \"$@\"")
        }
    }

    private func write(_ anchors: [Certificate], to code: inout CodeText) {
        code.line("anchors=$(mktemp)")
        code.line("trap 'rm -f \"$anchors\"' EXIT")
        code.line("cat > \"$anchors\" <<'PEM'")
        for anchor in anchors { code.add(anchor.pem.split(separator: "\n").map(String.init)) }
        code.line("PEM")
    }

    private var versions: [String] { ["--tlsv\(client.profile.minimumTLS)", "--tls-max \(client.profile.maximumTLS)"] }

    private var identity: [String] {
        guard case .file(let path) = client.profile.identity else { return [] }
        return ["--cert-type P12 --cert \(Problem.shellWord(path)):\"${COUNTERSIGN_IDENTITY_PASSWORD:-}\""]
    }

    // MARK: What can be said

    private static func form(_ client: ClientCode) -> Form {
        let profile = client.profile
        let (program, obstacle) = TrustProgram.reading(client)
        if let obstacle { return .impossible(obstacle) }
        if profile.whenTrusted != .policy || profile.whenRefused != .policy {
            return .impossible("answers set by hand")
        }
        if profile.identity == .ask { return .impossible("a person is asked for the identity") }
        if let gap = program.gaps.first(where: { !$0.hasPrefix("anchors that the user") }) { return .impossible(gap) }
        let branch: TrustProgram.Branch
        if program.hosts.isEmpty {
            branch = program.otherwise
        } else if let host = client.host {
            branch = program.branch(for: host)
        } else {
            return .impossible("each host has its own rules: give --host for those of one")
        }
        switch branch {
        case .defaultHandling: return .options([], anchors: nil, notes: [rules])
        case .steps(let steps): return form(steps)
        }
    }

    private static let rules =
        "curl verifies by OpenSSL's rules: Apple's limits of lifetime and usage are not asked for."

    /// Steps are told by their kinds: what is evaluated with which policy and anchors, and what is pinned.
    private static func form(_ steps: [TrustProgram.Step]) -> Form {
        var reading = CurlReading()
        for step in steps { reading.take(step) }
        if let reason = reading.impossible { return .impossible(reason) }
        var notes = reading.notes
        var options: [String] = []
        if reading.isValidated {
            notes.insert(rules, at: 0)
            if reading.anchors != nil { options.append("--cacert \"$anchors\"") }
        } else {
            options.append("--insecure")
        }
        if !reading.pins.isEmpty {
            let pins = reading.pins.map(\.pin).joined(separator: ";")
            options.append("--pinnedpubkey '\(pins)'")
        }
        return .options(options, anchors: reading.isValidated ? reading.anchors : nil, notes: notes)
    }
}

/// What the steps of a program come to for a client that verifies once, with the name, and pins the leaf's key.
private struct CurlReading {
    private(set) var isValidated = false
    private(set) var anchors: [Certificate]?
    private(set) var pins: [SHA256Digest] = []
    private(set) var notes: [String] = []
    private(set) var impossible: String?
    private var checksHost = true

    mutating func take(_ step: TrustProgram.Step) {
        guard impossible == nil else { return }
        switch step {
        case .remark(let text): notes.append(text)
        case .sslPolicy(let host): checksHost = host
        case .basicPolicy: checksHost = false
        case .revocationPolicy:
            notes.append("Revocation is not asked for: without network Apple's is no refusal either.")
        case .anchors(_, only: false): impossible = "anchors beside the system's: curl takes one store"
        case .anchors(let certificates, only: true): take(anchors: certificates)
        case .requireValid: validate()
        case .requireCertificate(let certificates): pin(certificates)
        case .requireKey(let keys, let side):
            guard side != .authorities else {
                impossible = "keys of authorities are pinned, and curl compares the leaf's key alone"
                return
            }
            if side == .any {
                notes.append(
                    "Stricter than the client: curl compares the leaf's key alone, not every key of the chain."
                )
            }
            pins = keys
            if keys.isEmpty { impossible = "pinning without a pin refuses every server" }
        case .refuse(let reason): impossible = reason
        }
    }

    private mutating func take(anchors certificates: [Certificate]) {
        if isValidated { impossible = "two evaluations with different anchors" }
        if certificates.isEmpty { impossible = "no anchor at all refuses every server" }
        anchors = certificates
    }

    private mutating func validate() {
        isValidated = true
        guard !checksHost else { return }
        let note = "Stricter than the client: curl checks the name wherever it checks the chain."
        if !notes.contains(note) { notes.append(note) }
    }

    private mutating func pin(_ certificates: [Certificate]) {
        // With the pins as the only anchors the verification is the comparison, as for an authority.
        if let anchors, Set(anchors) == Set(certificates), isValidated { return }
        guard !certificates.contains(where: { $0.basicConstraints?.isAuthority == true }) else {
            impossible = "a certificate of an authority is pinned, and curl compares the leaf's key alone"
            return
        }
        notes.append("The leaf's key is compared, not its certificate: a renewed one with the same key passes as well.")
        pins = certificates.map(\.publicKeySHA256)
        if certificates.isEmpty { impossible = "pinning without a pin refuses every server" }
    }
}
