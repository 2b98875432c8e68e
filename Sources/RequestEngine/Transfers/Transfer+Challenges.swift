import Diagnosis
import Events
import Foundation
import Trust

/// Makes a transfer's challenges: each is recorded, decided by `Trust`, and its decision recorded, before anybody answers.
extension Transfer {
    func judgementDate() -> Date { client.judgedAt ?? shard.recorder.clock() }

    /// Records a server-trust challenge, has it decided, and records the decision.
    ///
    /// - Returns: nil when the server is refused before any challenge: then nobody is asked.
    func serverTrustChallenge(
        chain: [PresentedCertificate],
        negotiated: NegotiatedConnection,
        staple: [UInt8]?,
        asksForStaple: Bool,
        connection: Connection
    ) -> Challenge? {
        let (client, url) = (client(at: connection.hop), url(of: connection.hop))
        var question = ChallengeRecord.question(
            chain: chain,
            host: url.host,
            name: connection.hop == .origin ? request.validateAs : nil,
            client: client,
            date: judgementDate(),
            connection: negotiated
        )
        question.staple = staple
        question.asksForStaple = asksForStaple
        let space = ProtectionSpace(
            host: url.host,
            port: url.port,
            isProxy: connection.hop == .proxy,
            authenticationMethod: .serverTrust,
            distinguishedNames: [],
            serverTrust: chain
        )
        let (facts, certificates) = ChallengeRecord.facts(question, space: space)
        if isRefused(question, facts, certificates, of: client, connection) { return nil }
        countChallenge()
        // Before the verdict is known: a chain is never lost because of it.
        record(
            .challengeReceived(facts),
            connection: connection.number,
            challenge: challengeCount,
            certificates: certificates,
            profile: client.profile
        )
        let began = ContinuousClock.now
        let decision = shard.decisions.serverTrust(question, client)
        recordDecision(decision, on: .serverTrust, of: client, took: ContinuousClock.now - began, connection)
        return challenge(space, .serverTrust(question), decision, connection, client)
    }

    /// Whether transport security refuses the server before the client is asked; then it is recorded here, with what
    /// the client would have said.
    private func isRefused(
        _ question: EvaluationRequest,
        _ facts: ChallengeFacts,
        _ certificates: [PresentedCertificate],
        of client: ClientSetup,
        _ connection: Connection
    ) -> Bool {
        guard question.transportSecurity != nil else { return false }
        let decision = shard.decisions.serverTrust(question, client)
        guard let effect = shard.decisions.refusalBeforeChallenge(question, decision) else { return false }
        let said = decision.answers.first?.disposition.word ?? "nothing"
        record(
            .challengeNotRaised(
                NoChallengeFacts(
                    reason: .refusedBefore,
                    method: .serverTrust,
                    restsOnRequest: nil,
                    sentence: "refused before any challenge by App Transport Security; the app would have said \(said)",
                    unasked: UnaskedChallenge(challenge: facts, decision: decision)
                )
            ),
            connection: connection.number,
            certificates: certificates,
            profile: client.profile
        )
        refusedBeforeChallenge(decision, effect)
        return true
    }

    /// Records a client-certificate challenge, has it decided, and records the decision.
    func clientCertificateChallenge(_ asked: ClientCertificateRequest, connection: Connection) -> Challenge {
        countChallenge()
        let (client, url) = (client(at: connection.hop), url(of: connection.hop))
        let space = ProtectionSpace(
            host: url.host,
            port: url.port,
            isProxy: connection.hop == .proxy,
            authenticationMethod: .clientCertificate,
            distinguishedNames: asked.issuers,
            serverTrust: []
        )
        record(
            .challengeReceived(
                ChallengeFacts(
                    method: .clientCertificate,
                    host: space.host,
                    port: space.port,
                    isProxy: space.isProxy,
                    asked: asked
                )
            ),
            connection: connection.number,
            challenge: challengeCount,
            profile: client.profile
        )
        let began = ContinuousClock.now
        let decision = shard.decisions.clientCertificate(asked, client)
        recordDecision(decision, on: .clientCertificate, of: client, took: ContinuousClock.now - began, connection)
        return challenge(space, .clientCertificate(asked), decision, connection, client)
    }

    func recordDecision(
        _ decision: ClientDecision,
        on method: AuthenticationMethod,
        of client: ClientSetup,
        took: Duration,
        _ connection: Connection
    ) {
        let number = challengeCount
        for file in decision.filesRead { record(.fileRead(file), connection: connection.number, challenge: number) }
        for step in decision.steps { record(.flowStep(step), connection: connection.number, challenge: number) }
        if decision.filter == false {
            record(
                .challengeFiltered(ProblemFacts(.challengeFiltered(method: method.words))),
                connection: connection.number,
                challenge: number
            )
        }
        record(
            .challengeEvaluated(DecisionFacts(decision: decision, duration: took.microseconds)),
            connection: connection.number,
            challenge: number,
            profile: client.profile
        )
    }

    func challenge(
        _ space: ProtectionSpace,
        _ question: Challenge.Question,
        _ decision: ClientDecision,
        _ connection: Connection,
        _ client: ClientSetup,
        failures: Int = 0
    ) -> Challenge {
        Challenge(
            request: number,
            number: challengeCount,
            connection: connection.number,
            session: session,
            protectionSpace: space,
            previousFailureCount: failures,
            setup: client,
            question: question,
            decision: decision
        )
    }
}
