import TestSupport
import Testing

/// Each flow by its id, as published and repaired, against nginx: what a real server makes the client say.
@Suite(.serialized) struct FlowPeers {
    private typealias Kind = FlowServers.Kind

    /// What a flow comes to at a server: a status of HTTP, or the code of a refusal and the error that the client sees.
    private enum Wanted {
        case status(Int)
        case refused(String, Int?)
    }

    private func expect(
        _ servers: FlowServers,
        _ flow: String,
        _ wanted: [(Kind, Wanted)],
        byAddress: Bool = false,
        isTrusted: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for (kind, wanted) in wanted {
            let fired = try servers.fire(flow, kind, byAddress: byAddress, isTrusted: isTrusted)
            let exchange = try #require(fired.exchanges.first)
            let place = Comment("\(flow) at \(kind): \(exchange.code ?? "-"): \(exchange.reason)")
            switch wanted {
            case .status(let status):
                #expect(exchange.status == status, place, sourceLocation: sourceLocation)
                #expect(fired.status == 0, place, sourceLocation: sourceLocation)
            case .refused(let code, let error):
                #expect(exchange.code == code, place, sourceLocation: sourceLocation)
                #expect(exchange.outcome?.clientError?.code == error, place, sourceLocation: sourceLocation)
                #expect(fired.status != 0, place, sourceLocation: sourceLocation)
            }
        }
    }

    @Test func f1() throws {
        let servers = try FlowServers()
        for flow in ["F1", "F1s", "F1sr"] {
            try expect(
                servers,
                flow,
                [
                    (.good, .status(200)), (.otherName, .refused("host.mismatch", -1202)),
                    (.selfSigned, .refused("chain.self-signed", -1202)),
                ]
            )
        }
    }

    @Test func f2() throws {
        let servers = try FlowServers()
        for flow in ["F2", "F2r"] {
            try expect(
                servers,
                flow,
                [(.good, .status(200)), (.selfSigned, .refused("pin.no-match", -999))],
                isTrusted: false
            )
        }
        try expect(servers, "F2c", [(.good, .status(200)), (.otherName, .status(200))], isTrusted: false)
        try expect(
            servers,
            "F2cr",
            [(.good, .status(200)), (.otherName, .refused("host.mismatch", -999))],
            isTrusted: false
        )
    }

    @Test func f3() throws {
        let servers = try FlowServers()
        for flow in ["F3", "F3r"] {
            let fired = try servers.fire(flow, .mutual, isTrusted: false)
            let exchange = try #require(fired.exchanges.first)
            #expect(exchange.status == 200)
            #expect(exchange.answers == ["serverTrust useCredential", "clientCertificate useCredential"])
            #expect(exchange.outcome?.bodyText?.contains("CN=alice") == true)
        }
        try servers.remove("client.p12")
        try expect(servers, "F3", [(.mutual, .refused("client.none", nil))], isTrusted: false)
        try expect(servers, "F3r", [(.mutual, .refused("request.stopped", -999))], isTrusted: false)
    }

    @Test func f4() throws {
        let servers = try FlowServers()
        for flow in ["F4", "F4tr"] {
            try expect(
                servers,
                flow,
                [(.good, .status(200)), (.otherName, .refused("host.mismatch", -999))],
                isTrusted: false
            )
        }
        try expect(
            servers,
            "F4t",
            [(.good, .status(200)), (.otherName, .status(200)), (.selfSigned, .status(200))],
            isTrusted: false
        )
        try expect(servers, "F4c", [(.mutual, .refused("client.none", nil))], isTrusted: false)
        try expect(servers, "F4cr", [(.mutual, .status(200))], isTrusted: false)
    }

    @Test func f5() throws {
        let servers = try FlowServers()
        try expect(servers, "F5", [(.good, .status(200)), (.otherName, .status(200))])
        try expect(servers, "F5r", [(.good, .status(200)), (.otherName, .refused("host.mismatch", -999))])
        for flow in ["F5", "F5r"] {
            try expect(servers, flow, [(.selfSigned, .refused("chain.self-signed", -999))])
        }
    }

    /// The outcomes that a server that is no lab can bring about; the others are the lab's (`FlowLabTests`).
    @Test func f6() throws {
        let servers = try FlowServers()
        // By address the evaluation fails, and the test is inverted.
        try expect(
            servers,
            "F6",
            [(.good, .status(200)), (.selfSigned, .status(200))],
            byAddress: true,
            isTrusted: false
        )
        // By name nothing is looked at.
        try expect(servers, "F6", [(.otherName, .status(200)), (.selfSigned, .status(200))], isTrusted: false)
        try expect(
            servers,
            "F6r",
            [(.good, .refused("host.mismatch", -999)), (.selfSigned, .refused("chain.self-signed", -999))],
            byAddress: true,
            isTrusted: false
        )
        try expect(servers, "F6n", [(.good, .status(200)), (.otherName, .refused("host.mismatch", -999))])
        let hung = try servers.fire("F6", .mutual, byAddress: true, isTrusted: false, ["--timeout", "1"])
        #expect(hung.exchanges.first?.answers == ["serverTrust useCredential", "clientCertificate -"])
        try servers.renamePEM()
        let crashed = try servers.fire("F6", .good, byAddress: true, isTrusted: false)
        #expect(crashed.exchanges.first?.status == nil)
        #expect(crashed.exchanges.first?.code == "file.is-pem")
        try expect(servers, "F6r", [(.good, .refused("file.is-pem", -999))], byAddress: true, isTrusted: false)
        try servers.remove("server.cer")
        let silent = try servers.fire("F6", .good, byAddress: true, isTrusted: false, ["--timeout", "1"])
        #expect(silent.exchanges.first?.answers == ["serverTrust -"])
        try expect(servers, "F6r", [(.good, .refused("file.missing", -999))], byAddress: true, isTrusted: false)
    }

    @Test func f7() throws {
        let servers = try FlowServers()
        try expect(servers, "F7", [(.otherName, .status(200)), (.selfSigned, .status(200))], isTrusted: false)
        try expect(servers, "F7r", [(.good, .status(200)), (.selfSigned, .refused("chain.self-signed", -999))])
    }

    @Test func f8() throws {
        let servers = try FlowServers()
        for flow in ["F8", "F8s"] {
            try expect(servers, flow, [(.selfSigned, .status(200)), (.mutual, .status(200))], isTrusted: false)
        }
        try expect(
            servers,
            "F8r",
            [
                (.mutual, .status(200)), (.otherName, .refused("host.mismatch", -999)),
                (.selfSigned, .refused("chain.self-signed", -999)),
            ],
            isTrusted: false
        )
    }

    @Test func f9() throws {
        let servers = try FlowServers()
        try expect(servers, "F9", [(.good, .refused("ats.before-challenge", -1200))], isTrusted: false)
        try expect(servers, "F9", [(.good, .status(200))])
        try expect(
            servers,
            "F9r",
            [(.good, .status(200)), (.otherName, .refused("host.mismatch", -999))],
            isTrusted: false
        )
    }

    @Test func f10() throws {
        let servers = try FlowServers()
        for flow in ["F10", "F10r"] {
            try expect(servers, flow, [(.good, .status(200)), (.selfSigned, .refused("chain.self-signed", -1202))])
        }
    }

    @Test func f11() throws {
        let servers = try FlowServers()
        // nginx takes no field whose name has a space in it; and what it says stands in HTML, which this client throws away.
        let published = try #require(try servers.fire("F11", .good).exchanges.first)
        #expect(published.status == 400)
        #expect(published.code == "response.content-type")
        #expect(published.outcome?.clientError?.code == -1016)
        #expect(published.codes.contains("request.header-name"))
        #expect(published.outcome?.bodyText?.contains("400 Bad Request") == true)
        #expect(try servers.server(.good).errorLog.contains("client sent invalid header line"))
        let repaired = try #require(try servers.fire("F11r", .good).exchanges.first)
        #expect(repaired.status == 200)
        #expect(repaired.codes.isEmpty)
        let seen = "\"method\":\"POST\",\"type\":\"application/json; charset=utf-8\""
        #expect(repaired.outcome?.bodyText?.contains(seen) == true)
        let shown = try #require(try servers.fire("F11r", .mutual).exchanges.first)
        #expect(shown.status == 400)
        #expect(shown.code == "client.none")
        #expect(shown.outcome?.bodyText?.contains("No required SSL certificate was sent") == true)
    }

    @Test func f12AndF13() throws {
        let servers = try FlowServers()
        try expect(servers, "F12", [(.mutual, .status(200))], isTrusted: false)
        for (kind, answers) in [(Kind.good, 1), (.mutual, 2)] {
            let exchange = try #require(try servers.fire("F13", kind).exchanges.first)
            #expect(exchange.status == 200)
            #expect(exchange.challenges.count == answers)
        }
    }

    @Test func f14() throws {
        let exchange = try #require(try FlowServers().fire("F14", .mutual).exchanges.first)
        #expect(exchange.status == 200)
        let names = exchange.handshake.map(\.name)
        #expect(names.first == "ClientHello")
        #expect(names.contains("CertificateRequest") && names.contains("Finished"), "\(names)")
    }

    @Test func f15() throws {
        let servers = try FlowServers()
        for flow in ["F15", "F15r"] {
            try expect(
                servers,
                flow,
                [(.good, .refused("policy.no-evaluator", -999)), (.listed, .refused("pin.no-match", -999))]
            )
        }
        try servers.pinListed()
        for flow in ["F15", "F15r"] { try expect(servers, flow, [(.listed, .status(200))]) }
    }

    @Test func f16() throws {
        let servers = try FlowServers()
        for flow in ["F16", "F16r"] {
            try expect(
                servers,
                flow,
                [(.mutual, .status(200)), (.selfSigned, .refused("pin.no-match", -1012))],
                isTrusted: false
            )
        }
    }

    @Test func f17() throws {
        let servers = try FlowServers()
        for flow in ["F17", "F17r"] { try expect(servers, flow, [(.good, .status(200))], isTrusted: false) }
        try servers.renamePEM()
        try expect(servers, "F17", [(.good, .refused("pin.no-match", -999))], isTrusted: false)
        try expect(servers, "F17r", [(.good, .refused("file.is-pem", -999))], isTrusted: false)
        try servers.remove("server.cer")
        let crashed = try servers.fire("F17", .good, isTrusted: false)
        #expect(crashed.exchanges.first?.answers == ["serverTrust -"])
        #expect(crashed.exchanges.first?.code == "file.missing")
        try expect(servers, "F17r", [(.good, .refused("file.missing", -999))], isTrusted: false)
    }

    @Test func f18() throws {
        try expect(
            try FlowServers(),
            "F18",
            [(.mutual, .status(200)), (.otherName, .refused("host.mismatch", -1012))],
            isTrusted: false
        )
    }

    @Test func f19() throws {
        let servers = try FlowServers()
        let kept = try servers.fire("F19", .good, times: 2)
        #expect(kept.exchanges.map(\.challenges.count) == [1, 0])
        #expect(kept.exchanges.last?.codes.contains("connection.reused") == true)
        let fresh = try servers.fire("F19r", .good, times: 2)
        #expect(fresh.exchanges.map(\.challenges.count) == [1, 1])
    }

    @Test func f20() throws {
        let servers = try FlowServers()
        let shipped = try #require(try servers.fire("F20", .mutual).exchanges.first)
        #expect(shipped.outcome?.bodyText?.contains("CN=alice") == true)
        try expect(servers, "F20r", [(.good, .status(200)), (.mutual, .refused("client.none", nil))])
    }
}
