import Foundation
import TestSupport

/// What `countersign fire --page --json` printed about its pages, with its exit status.
struct LoadedPage: Decodable {
    struct Page: Decodable {
        var resources: [Resource]
        var findings: [Finding]
    }

    struct Resource: Decodable {
        var kind: String
        var url: String
        var number: Int?
        var way: String
        var challenges: [String]
        var restsOnRequest: Int?
        var why: String
        var code: String?
        var isMixed: Bool
        var isCrossOrigin: Bool
    }

    struct Finding: Decodable {
        var code: String
        var sentence: String
    }

    struct Exchange: Decodable {
        var number: Int
        var request: Request
    }

    struct Request: Decodable {
        var url: String
        var part: Part?
    }

    struct Part: Decodable {
        var page: Int?
        var kind: String
    }

    var codes: [String]
    var pages: [Page]
    var exchanges: [Exchange]

    static func load(_ arguments: [String]) throws -> (status: Int32, document: LoadedPage) {
        let result = try Countersign.run(["fire", "--page", "--json"] + arguments, home: try TemporaryFolder())
        do {
            return (result.status, try JSONDecoder().decode(LoadedPage.self, from: Data(result.output.utf8)))
        } catch {
            throw PeerFailure(description: "\(error)\nstatus \(result.status)\n\(result.output)\n\(result.errors)")
        }
    }

    func resource(_ end: String, page: Int = 0) -> Resource? {
        pages.indices.contains(page) ? pages[page].resources.first { $0.url.hasSuffix(end) } : nil
    }
}
