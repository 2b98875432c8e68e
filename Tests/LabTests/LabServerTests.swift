import Diagnosis
import Events
import Foundation
import TestSupport
import Testing
import Trust

@testable import Lab

@Suite struct LabServerTests {
    @Test func goodServesItsChainAndEchoes() throws {
        let lab = try RunningLab(only: ["good"])
        let client = try lab.client("good").handshake()
        #expect(client.version == "TLSv1.3")
        #expect(
            client.chain.map { $0.subject.text } == [
                "CN=good.lab.test", "CN=Lab Intermediate, O=Lab", "CN=Lab CA, O=Lab",
            ]
        )
        let reply = try client.get("/a?b=c", headers: ["Cookie: secret", "X-One: 1"])
        #expect(reply.status == 200)
        #expect(reply.headers["content-type"] == "application/json")
        #expect(try reply.echo("scenario") as? String == "good")
        #expect(try reply.echo("tls", "version") as? String == "1.3")
        #expect(try reply.echo("tls", "serverName") as? String == "good.lab.test")
        #expect(try reply.echo("tls", "resumed") as? Bool == false)
        #expect(try reply.echo("clientCertificate") == nil)
        #expect(try reply.echo("request", "line") as? String == "GET /a?b=c HTTP/1.1")
        #expect(reply.text.contains("[\"X-One\", \"1\"]"))
        #expect(!reply.text.contains("secret"))
    }
}
