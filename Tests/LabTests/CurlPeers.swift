import Events
import Foundation
import TestSupport
import Testing

@testable import Lab

/// What only a whole client shows: curl at the lab.
@Suite struct CurlPeers {
    private func curl(_ lab: RunningLab, _ scenario: String, _ path: String, _ more: [String]) throws -> Program.Result
    {
        let port = try lab.port(scenario)
        let host = "\(scenario).lab.test"
        return try Program.run(
            "curl",
            ["--silent", "--show-error", "--cacert", lab.server.rootPEMPath, "--resolve", "\(host):\(port):127.0.0.1"]
                + more + ["https://\(host):\(port)\(path)"]
        )
    }

    @Test func http2CarriesManyRequests() throws {
        let lab = try RunningLab(only: ["http2"])
        let one = try curl(lab, "http2", "/a", ["--http2", "-d", "abc", "-w", "%{http_version} %{http_code}"])
        #expect(one.output.contains("\"POST /a HTTP/1.1\"") && one.output.contains("\"bodyBytes\": 3"), "\(one)")
        #expect(one.output.hasSuffix("2 200"))
        let large = try curl(lab, "http2", "/large/3000000", ["--http2", "-o", "/dev/null", "-w", "%{size_download}"])
        #expect(large.output == "3000000", "\(large)")
        let head = try curl(lab, "http2", "/large/1000", ["--http2", "--head"])
        #expect(head.output.lowercased().contains("content-length: 1000"), "\(head)")
        let port = try lab.port("http2")
        let urls = (1...50).map { "https://http2.lab.test:\(port)/slow/0.0\($0 % 10)" }
        let many = try Program.run(
            "curl",
            [
                "-sS", "--http2", "--parallel", "--cacert", lab.server.rootPEMPath, "-w",
                "%{num_connects} %{http_code}\n",
            ]
                + ["--resolve", "http2.lab.test:\(port):127.0.0.1"] + urls.flatMap { ["-o", "/dev/null", $0] }
        )
        #expect(many.output.components(separatedBy: " 200\n").count == 51, "\(many)")
        #expect(try lab.verdict("http2").requestLine == "POST /a")
        // It goes on with a client that does not offer HTTP/2.
        #expect(try curl(lab, "http2", "/", ["--http1.1", "-w", "%{http_version}"]).output.hasSuffix("1.1"))
    }

    @Test func curlKnowsTheLogins() throws {
        let lab = try RunningLab(only: ["digest", "basic"])
        for (scenario, option) in [("digest", "--digest"), ("basic", "--basic")] {
            let status = ["-o", "/dev/null", "-w", "%{http_code}", option]
            #expect(try curl(lab, scenario, "/x?y=z", status + ["--user", "lab:lab"]).output == "200")
            #expect(try curl(lab, scenario, "/x?y=z", status + ["--user", "lab:wrong"]).output == "401")
        }
    }

    @Test(arguments: ["1.2", "1.3"]) func curlShowsItsCertificateLate(_ version: String) throws {
        let lab = try RunningLab(only: ["mutual-late"])
        let result = try curl(
            lab,
            "mutual-late",
            "/",
            ["--cert", lab.server.clientPEMPath, "--tls-max", version, "-w", "%{http_code}"]
        )
        #expect(result.output.hasSuffix("200"), "\(result)")
    }

    @Test func curlChecksTheStaple() throws {
        let lab = try RunningLab(only: ["stapled-good", "stapled-revoked", "must-staple"])
        for (scenario, isAccepted) in [("stapled-good", true), ("stapled-revoked", false), ("must-staple", false)] {
            let result = try curl(lab, scenario, "/", ["--cert-status"])
            #expect((result.status == 0) == isAccepted, "\(scenario): \(result)")
            #expect(try (lab.verdict(scenario).conduct == .talked) == isAccepted)
        }
    }

    @Test func curlFollowsTheRedirectAndKeepsAPage() throws {
        let lab = try RunningLab(only: ["redirect-to-other-host", "good"])
        let port = try lab.port("redirect-to-other-host")
        let result = try Program.run(
            "curl",
            ["-sS", "-L", "--cacert", lab.server.rootPEMPath, "-w", "%{url_effective}", "https://localhost:\(port)/"]
        )
        #expect(try result.output.hasSuffix("https://127.0.0.1:\(lab.port("good"))/"), "\(result)")
        #expect(try lab.verdict("good").conduct == .talked)
    }
}
