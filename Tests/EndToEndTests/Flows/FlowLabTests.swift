import Diagnosis
import Events
import Foundation
import TestSupport
import Testing
import Trust
import Workbench

/// Each flow by its id, fired at the lab: every challenge, its answer, and what came of it.
@Suite struct FlowLabTests {
    /// What a flow comes to at a scenario: a status, or the code of a refusal and the error that the client sees.
    private enum Wanted {
        case status(Int)
        case refused(DiagnosisCode, Int?)
    }

    private func expect(
        _ flow: String,
        _ wanted: [(String, Wanted)],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let lab = try FlowLab(flow)
        for (scenario, wanted) in wanted {
            let ending = try lab.fire(scenario)
            let place = Comment("\(flow) at \(scenario): \(ending.outcome.reason)")
            switch wanted {
            case .status(let status): #expect(ending.status == status, place, sourceLocation: sourceLocation)
            case .refused(let code, let error):
                #expect(ending.code == code, place, sourceLocation: sourceLocation)
                #expect(ending.error == error, place, sourceLocation: sourceLocation)
            }
            #expect(ending.digest.client == flow, sourceLocation: sourceLocation)
        }
    }

    @Test func f1() throws {
        let wanted: [(String, Wanted)] = [
            ("good", .status(200)), ("self-signed", .refused(.chainSelfSigned, -1202)),
            ("expired", .refused(.dateExpired, -1201)), ("wrong-host", .refused(.hostMismatch, -1202)),
        ]
        for flow in ["F1", "F1s", "F1sr"] { try expect(flow, wanted) }
    }

    @Test func f2() throws {
        try expect("F2", [("good", .status(200)), ("wrong-host", .refused(.pinNoMatch, -999))])
        try expect("F2r", [("good", .status(200)), ("rotated-leaf-new-key", .refused(.pinNoMatch, -999))])
        try expect("F2c", [("good", .status(200)), ("wrong-host", .status(200))])
        try expect("F2cr", [("good", .status(200)), ("wrong-host", .refused(.hostMismatch, -999))])
    }

    @Test func f3() throws {
        let published = try FlowLab("F3")
        let sent = try published.fire("mutual")
        #expect(sent.status == 200)
        #expect(sent.answers == [["use"], ["use"]])
        #expect(sent.decisions.last?.codes.contains(.identityChainDropped) == true)
        #expect(sent.decisions.last?.answers.first?.persistence == CredentialPersistence(asked: .permanent))
        let alone = try published.fire("mutual-root-only")
        #expect(alone.code == .clientChainIncomplete)
        #expect(alone.digest.refusal == .serverRefusedIdentity)
        try expect("F3r", [("mutual-root-only", .status(200)), ("mutual-other-ca", .refused(.requestStopped, -999))])
        try published.setFile("client.p12", nil)
        try published.adopt("F3")
        #expect(try published.fire("mutual").answers == [["use"], ["default"]])
    }

    @Test func f4() throws {
        try expect("F4", [("good", .status(200)), ("wrong-host", .refused(.hostMismatch, -999))])
        try expect("F4t", [("good", .status(200)), ("wrong-host", .status(200)), ("untrusted-root", .status(200))])
        try expect("F4tr", [("good", .status(200)), ("wrong-host", .refused(.hostMismatch, -999))])
        let filtered = try FlowLab("F4c").fire("mutual")
        #expect(filtered.code == .clientNone)
        #expect(filtered.decisions.map(\.filter) == [true, false])
        #expect(
            filtered.kinds.contains {
                if case .challengeFiltered(let facts) = $0 { facts.sentence.contains("said NO") } else { false }
            }
        )
        try expect("F4cr", [("mutual", .status(200)), ("wrong-host", .refused(.hostMismatch, -1012))])
    }

    @Test func f5() throws {
        try expect(
            "F5",
            [
                ("wrong-host", .status(200)), ("validity-826-days", .status(200)),
                ("self-signed", .refused(.chainSelfSigned, -999)),
            ]
        )
        try expect(
            "F5r",
            [
                ("wrong-host", .refused(.hostMismatch, -999)), ("validity-826-days", .refused(.policyLifetime, -999)),
                ("good", .status(200)),
            ]
        )
    }

    @Test func f6() throws {
        let published = try FlowLab("F6")
        let inverted = try published.fire("ip-address")
        #expect(inverted.status == 200)
        #expect(inverted.step?.defect == "inverted")
        let unseen = try published.fire("self-signed")
        #expect(unseen.status == 200)
        #expect(unseen.step?.defect == "unseen")
        // The server's own certificate in the file: set, evaluated, compared.
        let leaf = try #require(inverted.decisions.first?.evaluation?.certificates.first?.sha256)
        let log = try published.bench.log.reader()
        let certificate = try #require(try log.certificates([leaf])[leaf]?.certificate)
        try published.setFile("server.cer", Data(certificate.der))
        try published.adopt("F6")
        let compared = try published.fire("ip-address")
        #expect(compared.status == 200)
        #expect(compared.step?.number == 5)
        try published.adopt("F6r")
        #expect(try published.fire("ip-address").status == 200)
        try published.setFile("server.cer", Data("-----BEGIN CERTIFICATE-----".utf8))
        try published.adopt("F6")
        let crashed = try published.fire("ip-address")
        #expect(crashed.decisions.first?.crash == "a null certificate is put into an array")
        #expect(crashed.status == nil)
        try published.setFile("server.cer", nil)
        try published.adopt("F6")
        let silent = try published.fireUntilSilent("ip-address")
        #expect(silent.answers == [[]])
        try published.adopt("F6r")
        let missing = try published.fire("ip-address")
        #expect(missing.code == .fileMissing)
        #expect(missing.error == -999)
        try published.adopt("F6")
        #expect(try published.fireUntilSilent("mutual").answers == [["use"], []])
        try expect("F6n", [("good", .status(200)), ("wrong-host", .refused(.hostMismatch, -999))])
    }

    @Test func f7() throws {
        try expect("F7", [("self-signed", .status(200)), ("expired", .status(200)), ("wrong-host", .status(200))])
        try expect("F7r", [("self-signed", .refused(.chainSelfSigned, -999)), ("good", .status(200))])
    }

    @Test func f8() throws {
        for flow in ["F8", "F8s"] {
            try expect(flow, [("self-signed", .status(200)), ("mutual", .status(200)), ("expired", .status(200))])
        }
        try expect(
            "F8r",
            [
                ("self-signed", .refused(.chainSelfSigned, -999)), ("mutual", .status(200)),
                ("wrong-host", .refused(.hostMismatch, -999)),
            ]
        )
    }

    @Test func f9() throws {
        try expect("F9", [("good", .status(200)), ("wrong-host", .refused(.atsBeforeChallenge, -1200))])
        try expect("F9r", [("good", .status(200)), ("wrong-host", .refused(.hostMismatch, -999))])
        let after = try FlowLab("F9") { $0.transportSecurity?.order = .afterUse }
        #expect(try after.fire("wrong-host").code == .atsAfterUse)
    }

    @Test func f10AndF11() throws {
        for flow in ["F10", "F10r", "F11", "F11r"] {
            try expect(flow, [("good", .status(200)), ("expired", .refused(.dateExpired, -1201))])
        }
    }

    /// The settings of the source are the request's: the server sees them, and what was typed stands.
    @Test func f11() throws {
        let published = try FlowLab("F11").fire("good")
        let seen = try #require(published.outcome.bodyText)
        #expect(seen.contains("\"line\": \"POST / HTTP/1.1\""))
        #expect(seen.contains("[\"application/json; charset=utf-8\", \"Content-Type\"]"))
        #expect(published.outcome.codes.contains(.requestHeaderName))
        let repaired = try FlowLab("F11r").fire("good")
        #expect(repaired.outcome.bodyText?.contains("[\"Content-Type\", \"application/json; charset=utf-8\"]") == true)
        #expect(repaired.outcome.codes.isEmpty)
        // A type that the serializer does not take.
        let lab = try FlowLab("F11")
        let page = try lab.fire("https://good.lab.test/status/404")
        #expect(page.code == .responseContentType)
        #expect(page.error == -1016)
        var typed = Firing("good")
        typed.method = "PUT"
        let put = try lab.fire(typed)
        #expect(put.outcome.bodyText?.contains("\"line\": \"PUT / HTTP/") == true)
        #expect(!put.outcome.codes.contains(.requestHeaderName))
        // The ephemeral session is not the one that others use.
        let sessions = lab.bench.sessionContents.count
        try lab.adopt("F10")
        _ = try lab.fire("good")
        #expect(lab.bench.sessionContents.count == sessions + 1)
    }

    @Test func f12AndF13() throws {
        try expect("F12", [("mutual", .status(200)), ("mutual-other-ca", .refused(.requestStopped, -999))])
        let choice = try FlowLab("F13")
        for (scenario, challenges) in [("good", 1), ("mutual", 2), ("mutual-want", 2)] {
            let ending = try choice.fire(scenario)
            #expect(ending.status == 200)
            #expect(ending.decisions.count == challenges)
        }
        #expect(try choice.fire("mutual-other-ca").code == .clientNone)
    }

    @Test func f14() throws {
        for (scenario, messages) in [
            ("https://tls-1.2.lab.test/", "ServerHelloDone"), ("https://tls-1.3.lab.test/", "EncryptedExtensions"),
            ("mutual", "CertificateRequest"),
        ] {
            let ending = try FlowLab("F14").fire(scenario)
            #expect(ending.status == 200)
            let names = ending.kinds.compactMap { kind -> String? in
                if case .handshakeMessage(let facts) = kind { facts.name } else { nil }
            }
            #expect(names.first == "ClientHello")
            #expect(names.contains(messages) && names.contains("Finished"), "\(names)")
        }
    }

    @Test func f15() throws {
        let lab = try FlowLab("F15")
        #expect(try lab.fire("good").status == 200)
        #expect(try lab.fire("rotated-leaf-same-key").status == 200)
        let rotated = try lab.fire("rotated-leaf-new-key")
        #expect(rotated.decisions.first?.evaluation?.failureReason == "certificatePinningFailed")
        #expect(rotated.outcome.errorsElsewhere?.last?.text.contains("certificatePinningFailed") == true)
        #expect(try lab.fire("https://tls-1.2.lab.test/").code == .policyNoEvaluator)
        #expect(try lab.fire("expired").decisions.first?.evaluation?.step?.defect == "never evaluated")
        try expect("F15r", [("expired", .refused(.dateExpired, -999)), ("good", .status(200))])
    }

    @Test func f16() throws {
        for flow in ["F16", "F16r"] {
            let lab = try FlowLab(flow)
            #expect(try lab.fire("mutual").status == 200)
            let refused = try lab.fire("untrusted-root")
            #expect(refused.error == -1012)
            #expect(refused.outcome.errorsElsewhere?.first?.error.code == -999)
        }
    }

    @Test func f17() throws {
        let lab = try FlowLab("F17")
        #expect(try lab.fire("good").status == 200)
        let der = try lab.file("server.cer")
        let pem = "-----BEGIN CERTIFICATE-----\n\(der.base64EncodedString())\n-----END CERTIFICATE-----\n"
        try lab.setFile("server.cer", Data(pem.utf8))
        try lab.adopt("F17")
        #expect(try lab.fire("good").code == .pinNoMatch)
        try lab.adopt("F17r")
        #expect(try lab.fire("good").code == .fileIsPem)
        try lab.setFile("server.cer", nil)
        try lab.adopt("F17")
        #expect(try lab.fire("good").decisions.first?.crash == "attempt to insert a nil object into a literal")
        try lab.adopt("F17r")
        #expect(try lab.fire("good").code == .fileMissing)
    }

    @Test func f18() throws {
        let lab = try FlowLab("F18")
        #expect(try lab.fire("mutual").status == 200)
        let refused = try lab.fire("wrong-host")
        #expect(refused.error == -1012)
        #expect(refused.outcome.errorsElsewhere?.map(\.text) == ["NSURLSession: -999 cancelled"])
        let without = try lab.fire("mutual-other-ca")
        #expect(without.answers == [["use"], ["none"]])
        #expect(without.code == .clientNone)
    }

    @Test func f19() throws {
        let kept = try FlowLab("F19")
        #expect(try kept.fire("good").decisions.count == 1)
        let second = try kept.fire("good")
        #expect(second.status == 200)
        #expect(second.decisions.isEmpty)
        #expect(second.outcome.codes.contains(.connectionReused))
        let fresh = try FlowLab("F19r")
        for _ in 0..<2 { #expect(try fresh.fire("good").decisions.count == 1) }
    }

    @Test func f20() throws {
        let shipped = try FlowLab("F20").fire("mutual")
        #expect(shipped.status == 200)
        #expect(shipped.decisions.last?.answers.first?.step?.defect == "it proves the app, not the user")
        try expect("F20r", [("mutual", .refused(.clientNone, -1206)), ("good", .status(200))])
    }
}
