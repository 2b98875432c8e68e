import Foundation
import Synchronization
import TestSupport
import Testing

/// Real clients before the judge, with and without the options that switch their checks off: the table is right.
@Suite struct JudgePeers {
    /// What a client gets wrong.
    struct Wrong: Equatable, CustomStringConvertible {
        var accepted: Set<String>
        var refused: Set<String>
        var description: String { "accepted \(accepted.sorted()), refused \(refused.sorted())" }
    }

    /// A client, and what it gets wrong.
    struct Client: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var command: [String]
        var accepted: Set<String>
        var refused: Set<String> = []
        /// The scenarios that it meets; empty: all.
        var only: Set<String> = []
    }

    /// What a client meets whose library another one in the list has met everywhere, and that starts slowly.
    static let few = names.union(chains).union(lax).union([
        "good", "good-rsa", "wildcard", "ip-address", "extra-certificates", "wrong-order", "tls-1.2", "tls-1.3",
        "null-cipher", "no-common-version", "mutual", "http2",
    ])

    /// Faults of the name.
    static let names: Set<String> = ["wrong-host", "common-name-only", "wildcard-two-labels", "ip-address-in-dns"]
    /// Faults of the chain.
    static let chains: Set<String> = [
        "expired", "not-yet-valid", "self-signed", "untrusted-root", "intermediate-not-ca", "path-length",
        "name-constraints",
        "purpose-client-only", "sha1", "sha1-intermediate", "md5", "rsa-512", "rsa-1024",
    ]

    /// Old versions and a small group, which Debian's GnuTLS takes.
    static let lax: Set<String> = ["tls-1.0", "tls-1.1", "dh-1024"]

    private static let python = """
        import os, ssl, sys, urllib.request
        context = ssl.create_default_context(cafile=os.environ["COUNTERSIGN_ROOT"])
        if "insecure" in sys.argv:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        if "nameless" in sys.argv:
            context.check_hostname = False
        urllib.request.urlopen(os.environ["COUNTERSIGN_URL"], context=context, timeout=30).read()
        """

    /// `requests` out of Debian, whatever other Python comes first in the search path.
    private static let requests = """
        import os, sys, requests
        verify = "insecure" not in sys.argv and os.environ["COUNTERSIGN_ROOT"]
        requests.get(os.environ["COUNTERSIGN_URL"], verify=verify, timeout=30)
        """

    private static let node = """
        const fs = require('fs');
        require('https').get(process.env.COUNTERSIGN_URL, { ca: fs.readFileSync(process.env.COUNTERSIGN_ROOT),
            rejectUnauthorized: !process.argv.includes('insecure') }, (response) => response.resume());
        """

    /// `openssl s_client` sends a request once its handshake is done.
    private static func openssl(_ checks: String) -> [String] {
        [
            "sh", "-c",
            "case $COUNTERSIGN_HOST in *[a-z]*) check=-verify_hostname;; *) check=-verify_ip;; esac; "
                + "printf 'GET / HTTP/1.0\\r\\n\\r\\n' | openssl s_client -quiet -connect $COUNTERSIGN_HOST:$COUNTERSIGN_PORT "
                + checks,
        ]
    }

    private static func gnutls(_ options: String) -> [String] {
        [
            "sh", "-c",
            "printf 'GET / HTTP/1.0\\r\\n\\r\\n' | gnutls-cli --x509cafile $COUNTERSIGN_ROOT \(options) -p $COUNTERSIGN_PORT "
                + "$COUNTERSIGN_HOST",
        ]
    }

    static let clients = [
        Client(testDescription: "curl", command: ["curl", "-sS", "--cacert", "{root}", "{url}"], accepted: []),
        Client(
            testDescription: "curl --insecure",
            command: ["curl", "-sS", "--insecure", "{url}"],
            accepted: names.union(chains)
        ),
        Client(
            testDescription: "curl --ciphers ALL --tlsv1.0",
            command: [
                "curl", "-sS", "--cacert", "{root}", "--tlsv1.0", "--ciphers", "ALL:COMPLEMENTOFALL:@SECLEVEL=0",
                "{url}",
            ],
            accepted: [
                "tls-1.0", "tls-1.1", "null-cipher", "dh-1024", "sha1", "sha1-intermediate", "md5", "rsa-512",
                "rsa-1024",
            ]
        ),
        Client(
            testDescription: "wget",
            command: ["wget", "-q", "-O", "/dev/null", "--tries=1", "--ca-certificate={root}", "{url}"],
            // GnuTLS takes no certificate that leads nowhere.
            accepted: lax.union(["rsa-1024", "purpose-client-only"]),
            refused: ["extra-certificates"]
        ),
        Client(
            testDescription: "wget --no-check-certificate",
            command: ["wget", "-q", "-O", "/dev/null", "--tries=1", "--no-check-certificate", "{url}"],
            accepted: names.union(chains).union(lax)
        ),
        Client(testDescription: "python3 urllib", command: ["python3", "-c", python], accepted: []),
        Client(
            testDescription: "python3 without names",
            command: ["python3", "-c", python, "nameless"],
            accepted: names,
            only: few
        ),
        Client(
            testDescription: "python3 CERT_NONE",
            command: ["python3", "-c", python, "insecure"],
            accepted: names.union(chains)
        ),
        Client(
            testDescription: "python3 requests",
            command: ["/usr/bin/python3", "-W", "ignore", "-c", requests],
            accepted: [],
            only: few
        ),
        Client(
            testDescription: "python3 requests, verify False",
            command: ["/usr/bin/python3", "-W", "ignore", "-c", requests, "insecure"],
            accepted: names.union(chains),
            only: few
        ),
        Client(testDescription: "node", command: ["node", "-e", node], accepted: ["dh-1024", "rsa-1024"]),
        Client(
            testDescription: "node rejectUnauthorized false",
            command: ["node", "-e", node, "--", "insecure"],
            accepted: names.union(chains).union(["dh-1024"]),
            only: few
        ),
        Client(
            testDescription: "openssl s_client, checking",
            command: openssl("-verify_return_error $check $COUNTERSIGN_HOST -CAfile $COUNTERSIGN_ROOT"),
            accepted: []
        ),
        Client(testDescription: "openssl s_client", command: openssl(""), accepted: names.union(chains)),
        Client(
            testDescription: "gnutls-cli",
            command: gnutls(""),
            accepted: lax.union(["rsa-1024"]),
            refused: ["extra-certificates"]
        ),
        Client(
            testDescription: "gnutls-cli --insecure",
            command: gnutls("--insecure"),
            accepted: names.union(chains).union(lax)
        ),
    ]

    @Test(arguments: clients) func theTableIsRight(_ client: Client) throws {
        guard JudgePeers.has(client.command[0]) else { return }
        let result = try Self.runs.result(of: client.testDescription)
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        let found = Wrong(
            accepted: Set(object?["badServersAccepted"] as? [String] ?? ["no list"]),
            refused: Set(object?["goodServersRefused"] as? [String] ?? ["no list"])
        )
        #expect(found == Wrong(accepted: client.accepted, refused: client.refused))
        #expect(result.status == (client.accepted.isEmpty && client.refused.isEmpty ? 0 : 1), "\(result.errors)")
    }

    private static let runs = Runs()

    /// All clients before the judge, some at a time: each is a program after the other, and mostly waits. What the lab
    /// issues, large keys among it, is issued once for all.
    private final class Runs: Sendable {
        private struct State {
            var waiting = JudgePeers.clients.filter { JudgePeers.has($0.command[0]) }
            var results: [String: Result<Program.Result, any Error>] = [:]
            var hasBegun = false
        }

        private static let width = 3
        private let state = Mutex(State())

        /// What came of a client; all are begun with the first that is asked for.
        func result(of name: String) throws -> Program.Result {
            try begin()
            return try Waiting.value("\(name) to be judged", seconds: 600) { state.withLock { $0.results[name] } }.get()
        }

        private func begin() throws {
            let isFirst = state.withLock { state in
                defer { state.hasBegun = true }
                return !state.hasBegun
            }
            guard isFirst else { return }
            // It goes away with the last thread.
            let home = try TemporaryFolder()
            for _ in 0..<Self.width { Thread { [self] in work(home) }.start() }
        }

        private func work(_ home: TemporaryFolder) {
            while let client = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) {
                let result = Result {
                    try Countersign.run(
                        ["lab", "--port", "0"] + client.only.sorted().flatMap { ["--only", $0] }
                            + ["--judge", "--json", "--timeout", "30", "--"] + client.command,
                        home: home
                    )
                }
                state.withLock { $0.results[client.testDescription] = result }
            }
        }
    }

    /// A scenario that is right under its own name alone is judged by a command that takes the name.
    @Test func aNamedCommandMeetsEveryName() throws {
        let home = try TemporaryFolder()
        let names = ["name-only", "wildcard", "sni-required", "idn"]
        let result = try Countersign.run(
            ["lab", "--port", "0"] + names.flatMap { ["--only", $0] } + ["--judge", "--"]
                + [
                    "curl", "-sS", "--cacert", "{root}", "--resolve", "{host}:{port}:127.0.0.1",
                    "https://{host}:{port}/",
                ],
            home: home,
            environment: ["LC_ALL": "C.UTF-8"]
        )
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("refused 0 of 4 good ones"), "\(result.output)")
    }

    static func has(_ program: String) -> Bool {
        ((try? Program.run("sh", ["-c", "command -v \(program)"]))?.status ?? 1) == 0
    }
}
