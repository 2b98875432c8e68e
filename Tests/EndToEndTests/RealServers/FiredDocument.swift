import Foundation
import TestSupport

/// What `countersign fire --json` printed, as far as the tests look at it, with its exit status.
struct FiredDocument: Decodable {
    struct Exchange: Decodable {
        var code: String?
        var codes: [String]
        var reason: String
        var status: Int?
        var outcome: Outcome?
        var connection: Connection?
        var challenges: [Challenge]
        var alerts: [Alert]
        var handshake: [Message]
    }

    struct Outcome: Decodable {
        var refusal: String?
        var clientError: ClientError?
        var bodyText: String?
    }

    struct ClientError: Decodable {
        var code: Int
        var name: String
    }

    struct Connection: Decodable {
        var version: String
    }

    struct Challenge: Decodable {
        var number: Int
        var disposition: String?
        var facts: Facts
        var decision: Decision?
    }

    struct Facts: Decodable {
        var method: String
        var host: String
        var isProxy: Bool
        var realm: String?
        var proposedUser: String?
        var asked: Asked?
    }

    struct Asked: Decodable {
        var issuers: [Name]
    }

    struct Name: Decodable {
        var text: String
    }

    struct Decision: Decodable {
        var evaluation: Evaluation?
    }

    struct Evaluation: Decodable {
        var verdict: String
        var checks: [Check]
    }

    struct Check: Decodable {
        var id: String
        var result: String
    }

    struct Alert: Decodable {
        var direction: String
        var number: Int
    }

    struct Message: Decodable {
        var direction: String
        var name: String
    }

    var schema: String
    var code: String?
    var exchanges: [Exchange]

    /// Fires one request and reads the document.
    static func fire(_ arguments: [String]) throws -> (status: Int32, exchange: Exchange) {
        let (status, exchanges) = try fireAll(arguments)
        guard let exchange = exchanges.first else { throw PeerFailure(description: "no exchange") }
        return (status, exchange)
    }

    /// Fires what the arguments name and reads the document.
    static func fireAll(_ arguments: [String]) throws -> (status: Int32, exchanges: [Exchange]) {
        let home = try TemporaryFolder()
        let result = try Countersign.run(["fire", "--json"] + arguments, home: home)
        do {
            let document = try JSONDecoder().decode(FiredDocument.self, from: Data(result.output.utf8))
            return (result.status, document.exchanges)
        } catch {
            throw PeerFailure(description: "\(error)\nstatus \(result.status)\n\(result.output)\n\(result.errors)")
        }
    }
}

extension FiredDocument.Exchange {
    /// `serverTrust useCredential`, one a challenge, in their order.
    var answers: [String] { challenges.map { "\($0.facts.method) \($0.disposition ?? "-")" } }
}
