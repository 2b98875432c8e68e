import Diagnosis
import Foundation
import Trust

extension Check: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("id", id.rawValue, at: level)
            output.field("result", result.rawValue, at: level)
            output.field("decides", decides, at: level)
            output.field("certificate", certificate, at: level)
            output.field("detail", detail, at: level)
            output.field("code", code?.rawValue, at: level)
            output.field("x509", x509, at: level)
        }
    }
}

extension CertificateSummary: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("subject", subject, at: level)
            output.field("issuer", issuer, at: level)
            output.field("sha256", sha256, at: level)
            output.field("spki", spki, at: level)
            output.field("notBefore", notBefore.map { EventTime.text($0) }, at: level)
            output.field("notAfter", notAfter.map { EventTime.text($0) }, at: level)
            output.field("dnsNames", dnsNames, at: level)
            output.field("ipAddresses", ipAddresses, at: level)
            output.field("key", key, at: level)
            output.field("role", role, at: level)
            output.field("anchor", anchor, at: level)
        }
    }
}

extension IdentitySummary: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("file", file, at: level)
            output.field("subject", subject, at: level)
            output.field("issuer", issuer, at: level)
            output.field("leaf", leaf, at: level)
            output.field("publicKey", publicKey, at: level)
            output.field("key", KeyJSON(kind: key), at: level)
            output.field("notAfter", EventTime.text(notAfter), at: level)
            output.field("chain", chain, at: level)
        }
    }
}

/// A key's kind within an identity.
private struct KeyJSON: DirectJSON {
    let kind: Certificate.KeyKind

    func write(to output: JSONOutput) {
        output.object { level in
            output.field("algorithm", kind.algorithm, at: level)
            output.field("bits", kind.bits, at: level)
            output.field("curve", kind.curve, at: level)
        }
    }

    func encode(to encoder: any Encoder) throws { try kind.encode(to: encoder) }
}

extension DecidingStep: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("flow", flow, at: level)
            output.field("number", number, at: level)
            output.field("text", text, at: level)
            output.field("defect", defect, at: level)
        }
    }
}

extension NegotiatedConnection: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("version", version, at: level)
            output.field("cipherSuite", cipherSuite, at: level)
            output.field("group", group, at: level)
            output.field("applicationProtocol", applicationProtocol, at: level)
            output.field("resumed", resumed, at: level)
        }
    }
}

extension ClientAnswer: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("disposition", disposition.rawValue, at: level)
            output.field("identity", identity, at: level)
            output.field("sends", sends.rawValue, at: level)
            output.field("hasCredential", hasCredential, at: level)
            output.field("step", step, at: level)
            output.field("persistence", persistence.map(PersistenceJSON.init), at: level)
        }
    }
}

extension AnswerEffect: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("proceeds", proceeds, at: level)
            output.field("identity", identity, at: level)
            output.field("sends", sends.rawValue, at: level)
            output.field("error", error.map(ErrorJSON.init), at: level)
            output.field("elsewhere", elsewhere.map(ElsewhereJSON.init), at: level)
            output.field("code", code?.rawValue, at: level)
            output.field("reason", reason, at: level)
            output.field("x509Error", x509Error, at: level)
            output.field("isAssumed", isAssumed, at: level)
        }
    }
}

/// What an identity's persistence comes to, within an answer.
private struct PersistenceJSON: DirectJSON {
    let persistence: CredentialPersistence

    func write(to output: JSONOutput) {
        output.object { level in
            output.field("asked", persistence.asked.rawValue, at: level)
            output.field("effective", persistence.effective.rawValue, at: level)
        }
    }

    func encode(to encoder: any Encoder) throws { try persistence.encode(to: encoder) }
}

/// The same error in another place, within an answer's effect.
private struct ElsewhereJSON: DirectJSON {
    let error: ErrorElsewhere

    func write(to output: JSONOutput) {
        output.object { level in
            output.field("place", error.place, at: level)
            output.field("error", ErrorJSON(error: error.error), at: level)
        }
    }

    func encode(to encoder: any Encoder) throws { try error.encode(to: encoder) }
}

/// An error as the client sees it, within an answer's effect.
private struct ErrorJSON: DirectJSON {
    let error: ClientError

    func write(to output: JSONOutput) {
        output.object { level in
            output.field("domain", error.domain, at: level)
            output.field("code", error.code, at: level)
            output.field("name", error.name, at: level)
            output.field("isAssumed", error.isAssumed, at: level)
        }
    }

    func encode(to encoder: any Encoder) throws { try error.encode(to: encoder) }
}
