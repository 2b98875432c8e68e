import Diagnosis
import Events
import Trust

/// What a client makes of a response that sends it elsewhere (RFC 9110 §15.4).
enum Redirection {
    /// It goes on with another request.
    case follow(Request)
    /// It ends: too many, or to where no client follows.
    case refuse(Problem, ClientError)

    /// The statuses that a `Location` goes with.
    static let statuses: Set<Int> = [301, 302, 303, 307, 308]

    /// - Parameter met: the addresses so far, this request's last.
    init(_ request: Request, status: Int, location: String, met: [String]) {
        let next: RequestURL
        do {
            next = try request.url.resolving(location)
        } catch {
            let problem = Problem.redirectNotFollowed(to: location, fault: error.sentence, met: met)
            self = .refuse(problem, .unsupportedURL)
            return
        }
        guard met.count <= request.redirectLimit else {
            self = .refuse(.tooManyRedirects(met + [next.description], limit: request.redirectLimit), .tooManyRedirects)
            return
        }
        self = .follow(Self.request(request, status: status, to: next))
    }

    /// The request to follow with: its method and body as every client does it, secrets and names for their own origin.
    private static func request(_ old: Request, status: Int, to url: RequestURL) -> Request {
        var request = old
        request.url = url
        request.preamble = []
        var dropped: Set<String> = []
        if (status == 303 && old.method != "HEAD") || (status <= 302 && old.method == "POST") {
            request.method = "GET"
            (request.body, request.bodyStream) = (nil, nil)
            dropped = ["content-type", "content-length", "content-encoding", "transfer-encoding"]
        }
        if !url.hasOrigin(of: old.url) {
            dropped.formUnion(["authorization", "cookie", "host"])
            request.credential = nil
            request.connectTo = nil
            request.serverName = .urlHost
            request.validateAs = nil
        }
        request.headers.removeAll { dropped.contains($0.name.lowercased()) }
        return request
    }
}
