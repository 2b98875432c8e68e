import Diagnosis
import Events
import Foundation
import Lab
import RequestEngine
import Synchronization
import Trust

/// Proves a matrix: fires a real request for each cell at a server of the attacker's, and counts only what that server
/// saw. Everything is recorded in the bench's log.
public final class AttackProver: Sendable {
    private let bench: Bench
    private let auditor: Auditor
    private let server: AttackServer
    private let ledger: AttackLedger
    private let template: Firing
    private let watch: SilenceWatch
    private let offers: IdentityOffers
    private let observation: Observation
    private let isStopped = Atomic(false)

    /// Starts the attacker's servers on free ports.
    ///
    /// - Parameters:
    ///   - identities: identities out of apps, whose keys are tried as the server's.
    ///   - template: method, header fields and body of what is fired.
    /// - Throws: why the servers cannot start.
    public init(
        _ bench: Bench,
        _ auditor: Auditor,
        identities: [Identity],
        template: Firing
    ) throws(Problem) {
        let ledger = AttackLedger()
        let watch = SilenceWatch()
        let offers = IdentityOffers()
        self.bench = bench
        self.auditor = auditor
        self.ledger = ledger
        self.template = template
        self.watch = watch
        self.offers = offers
        let log = bench.log
        let hub = bench.hub
        server = try auditor.attacker.serve(identities: identities) { event in
            hub.publish(log.append(ledger.take(event)))
        }
        observation = bench.observe { event in
            watch.note(event)
            offers.note(event)
        }
    }

    /// Ends the servers; what is not proven yet stays so.
    public func stop() {
        isStopped.store(true, ordering: .relaxed)
        server.stop()
    }

    /// How many requests run at the same time.
    private static let width = 24
    /// Far more than a handshake on the loopback takes, so that a loaded machine changes no verdict.
    private static let limit = TimeLimits.total(.seconds(20))

    /// Proves cells of one client, some at a time; a cell that cannot be tried is left out.
    ///
    /// - Parameter report: is called for each, on the calling thread, in the order of the rows.
    /// - Throws: `file.…` codes for anchors that cannot be read.
    public func prove(
        _ rows: [AttackMatrix.Row],
        as profile: ClientProfile,
        report: (AttackMatrix.Row, AttackProof) -> Void
    ) throws(Problem) {
        let client = try auditor.attacked(profile)
        var waiting = rows[...]
        while !waiting.isEmpty, !isStopped.load(ordering: .relaxed) {
            let batch = waiting.prefix(Self.width)
            waiting = waiting.dropFirst(Self.width)
            var tries: [(AttackMatrix.Row, [Try])] = []
            for row in batch { tries.append((row, try fire(row, client))) }
            for (row, shots) in tries {
                let proofs = shots.map(finish)
                guard let proof = proofs.first(where: \.isThrough) ?? proofs.first else { continue }
                // A server that was stopped proves nothing.
                guard !isStopped.load(ordering: .relaxed) else { return }
                report(row, proof)
            }
        }
    }

    private struct Try {
        var exchange: Exchange
        var token: Int
        /// The certificate that is presented; nil where nothing is.
        var presented: Certificate?
        /// Whether the server asks for a password, which the identity must not answer.
        var asksForPassword = false
    }

    private func finish(_ shot: Try) -> AttackProof {
        let ended = Eventually<ExchangeResult>()
        shot.exchange.whenFinished { ended.bring($0) }
        let result = ended.wait()
        watch.forget(shot.exchange.number)
        let facts = ledger.facts(of: shot.token)
        var proof = AttackProof(request: shot.exchange.number, isThrough: facts != nil)
        proof.headerNames = facts?.headerNames
        proof.bodyBytes = facts?.bodyBytes
        proof.authorizationScheme = facts?.authorizationScheme
        proof.presented = facts == nil ? nil : shot.presented.map(Self.words)
        proof.identity = facts?.clientCertificate
        if facts?.status == 401, shot.asksForPassword {
            proof.offered = offers.subject(ofRequest: shot.exchange.number)
            proof.isThrough = proof.offered != nil
            proof.reason = proof.isThrough ? nil : "The question for a password was not answered with the identity."
        }
        if facts == nil {
            proof.reason = result.outcome.reason
            proof.code = result.outcome.code
        }
        return proof
    }

    private static func words(_ presented: Certificate) -> String {
        presented.subject == presented.issuer
            ? "\(presented.subject.text), signed by itself"
            : "\(presented.subject.text), issued by \(presented.issuer.text)"
    }
}

extension AttackProver {
    /// Fires for a cell; nothing where there is nothing to fire at, and more than once where there are ways to ask.
    private func fire(_ row: AttackMatrix.Row, _ client: PreparedClient) throws(Problem) -> [Try] {
        if row == .attack(.otherMethod) { return try fireQuestions(client) }
        guard var shot = try shoot(row, client) else { return [] }
        let material = auditor.attacker.material
        shot.presented =
            switch row {
            case .honest(let row): material.honest[row]?.chain.first?.certificate
            case .attack(.cleartext): nil
            case .attack(.serverKeyFromApp): material.goodChain.first
            case .attack(let id): material.attacks[id]?.chain.first?.certificate
            }
        return [shot]
    }

    /// Requests at the victim's own certificate, which ask for a password in each way.
    private func fireQuestions(_ client: PreparedClient) throws(Problem) -> [Try] {
        var client = client
        client.profile.answersKept = .fresh
        let material = auditor.attacker.material
        var shots: [Try] = []
        for method in AuthenticationMethod.allCases {
            guard let port = server.port(asking: method) else { continue }
            var shot = try fire(client, at: material.host, port)
            shot.presented = material.attacks[.otherMethod]?.chain.first?.certificate
            shot.asksForPassword = true
            shots.append(shot)
        }
        return shots
    }

    private func shoot(_ row: AttackMatrix.Row, _ client: PreparedClient) throws(Problem) -> Try? {
        let material = auditor.attacker.material
        switch row {
        case .honest(let row):
            guard let port = server.port(of: row) else { return nil }
            return try fire(client, at: material.host, port)
        case .attack(.serverKeyFromApp):
            guard let own = client.ownIdentity, let port = server.port(ofKeyFrom: own.leaf.sha256) else { return nil }
            return try fire(client, at: material.host, port)
        case .attack(.resumed): return try fireResumed(client)
        case .attack(.stranger): return try fireStranger(client)
        case .attack(let id):
            guard let presentation = material.attacks[id], let port = server.port(of: id) else { return nil }
            var client = client
            if client.profile.anchors.includesSystem { client.anchors.user += presentation.userAnchors }
            // Answers kept as on iOS are a cell of their own; here each request stands alone.
            client.profile.answersKept = .fresh
            return try fire(client, at: presentation.host, port, scheme: id == .cleartext ? "http" : "https")
        }
    }

    /// Somebody else with the app's identity, at a server that trusts its authority.
    private func fireStranger(_ client: PreparedClient) throws(Problem) -> Try? {
        guard let own = client.ownIdentity, let port = server.port(of: .stranger) else { return nil }
        var stranger = client
        stranger.profile = ClientProfile(name: "stranger")
        stranger.profile.identity = .file(own.file)
        stranger.profile.whenNoIdentity = .use
        stranger.anchors = try auditor.prepare(stranger.profile).anchors
        return try fire(stranger, at: auditor.attacker.material.host, port)
    }

    /// The same session twice: as a client that accepts anything, then as this one.
    private func fireResumed(_ client: PreparedClient) throws(Problem) -> Try? {
        guard let port = server.port(of: .resumed) else { return nil }
        let host = auditor.attacker.material.host
        var before = client
        before.profile = ClientProfile(name: "any", policy: .acceptAny)
        before.profile.answersKept = client.profile.answersKept
        before.profile.minimumTLS = client.profile.minimumTLS
        before.profile.maximumTLS = client.profile.maximumTLS
        let session = session(before)
        _ = finish(try start(in: session, at: host, port, "https"))
        session.setClient(bench.setup(client))
        return try start(in: session, at: host, port, "https")
    }

    private func fire(
        _ client: PreparedClient,
        at host: String,
        _ port: Int,
        scheme: String = "https"
    ) throws(Problem) -> Try {
        try start(in: session(client), at: host, port, scheme)
    }

    private func session(_ client: PreparedClient) -> Session {
        bench.engine.openSession(
            SessionConfiguration(client: bench.setup(client), limits: Self.limit),
            reason: "an attack on \(client.profile.name)"
        )
    }

    private func start(
        in session: Session,
        at host: String,
        _ port: Int,
        _ scheme: String
    ) throws(Problem) -> Try {
        let token = ledger.token()
        let authority = host.contains(":") ? "[\(host)]" : host
        var request = Request(try RequestURL("\(scheme)://\(authority):\(port)\(AttackLedger.path(token))"))
        request.connectTo = try RequestURL(hostAndPort: "127.0.0.1:\(port)")
        request.headers = template.headers
        request.body = template.body
        request.method = template.method ?? (template.body == nil ? "GET" : "POST")
        request.label = RequestLabel(client: session.client.profile.name, scenario: nil)
        let exchange = try session.start(request, responder: PolicyResponder())
        ledger.note(request: exchange.number, of: token)
        watch.watch(exchange)
        return Try(exchange: exchange, token: token)
    }
}

extension PreparedClient {
    /// The first identity of the profile's file.
    var ownIdentity: Identity? {
        guard case .file(let path) = profile.identity else { return nil }
        let name = (path as NSString).lastPathComponent
        return identities.first { $0.file == name }
    }
}

/// Stops a request whose challenge nobody will ever answer, instead of waiting for its time-out.
private final class SilenceWatch: Sendable {
    private struct State {
        var running: [Int: Exchange] = [:]
        var silent: Set<Int> = []
    }

    private let state = Mutex(State())

    func note(_ event: Event) {
        guard case .challengeNeverAnswered = event.kind, let number = event.request else { return }
        let exchange = state.withLock { state in
            state.silent.insert(number)
            return state.running[number]
        }
        exchange?.cancel(by: "the attack, because nobody answers")
    }

    func watch(_ exchange: Exchange) {
        let isSilent = state.withLock { state in
            state.running[exchange.number] = exchange
            return state.silent.contains(exchange.number)
        }
        if isSilent { exchange.cancel(by: "the attack, because nobody answers") }
    }

    func forget(_ number: Int) {
        state.withLock { state in
            state.running[number] = nil
            state.silent.remove(number)
        }
    }
}
