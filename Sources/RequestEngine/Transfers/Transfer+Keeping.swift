import Diagnosis
import Events
import Foundation
import Trust

/// What a session keeps between its requests: cookies, and responses that answer again.
extension Transfer {
    /// The fields that the session adds to a request: its cookies, and what asks whether a kept response is still good.
    static func addedFields(_ job: TransferJob, now: Date) -> [HeaderField] {
        var fields: [HeaderField] = []
        func has(_ name: String) -> Bool { job.request.headers.contains { $0.name.lowercased() == name } }
        if !has("cookie"), let cookies = job.configuration.cookies?.field(for: job.request.url, now: now) {
            fields.append(HeaderField(name: "Cookie", value: cookies.value))
        }
        guard job.request.cachePolicy == .protocol, let entry = job.configuration.cache?.entry(for: job.request) else {
            return fields
        }
        if let tag = entry.header("etag"), !has("if-none-match") {
            fields.append(HeaderField(name: "If-None-Match", value: tag))
        } else if let date = entry.header("last-modified"), !has("if-modified-since") {
            fields.append(HeaderField(name: "If-Modified-Since", value: date))
        }
        return fields
    }

    /// Answers from the cache where what is kept is fresh; false when the server is to be asked.
    func answersFromCache() -> Bool {
        guard request.cachePolicy == .protocol, let entry = job.configuration.cache?.entry(for: request),
            ResponseCache.freshFor(entry, at: shard.recorder.clock()) >= 0
        else { return false }
        concludeFromCache(entry, wasAsked: false)
        return true
    }

    /// Takes the answer that what is kept is still good; false for any other.
    func takesNotModified() -> Bool {
        guard request.cachePolicy == .protocol, response.isHeadComplete, response.status == 304,
            let cache = job.configuration.cache, var entry = cache.entry(for: request)
        else { return false }
        for field in response.headers where !["content-length", "content-encoding"].contains(field.name.lowercased()) {
            entry.headers.removeAll { $0.name.lowercased() == field.name.lowercased() }
            entry.headers.append(field)
        }
        entry.stored = shard.recorder.clock()
        cache.take(entry, for: request)
        concludeFromCache(entry, wasAsked: true)
        return true
    }

    private func concludeFromCache(_ entry: ResponseCache.Entry, wasAsked: Bool) {
        let age = max(0, Int(shard.recorder.clock().timeIntervalSince(entry.stored)))
        let problem = Problem.answeredByCache(
            age: age,
            request: entry.request,
            client: entry.client,
            wasAsked: wasAsked
        )
        if !wasAsked {
            record(
                .challengeNotRaised(
                    NoChallengeFacts(
                        reason: .cache,
                        method: .serverTrust,
                        restsOnRequest: entry.request,
                        sentence: problem.sentence
                    )
                )
            )
        }
        let head = ResponseFacts(
            status: entry.status,
            httpVersion: entry.httpVersion,
            headers: entry.headers.map(Redaction.recorded)
        )
        record(.responseReceived(head))
        var kept = ResponseCollector(keptBytes: entry.body.count)
        entry.body.withUnsafeBytes {
            kept.add(body: $0)
            saveBody($0)
        }
        var outcome = OutcomeFacts(reason: problem.sentence)
        outcome.status = entry.status
        outcome.contentType = entry.header("content-type").map(Sanitizer.line)
        outcome.bodyBytes = entry.body.count
        outcome.bodyText = kept.bodyText()
        outcome.codes = [.responseCached]
        finish(
            .requestFinished(outcome),
            ExchangeResult(outcome: outcome, response: head, body: entry.body, isComplete: true)
        )
    }

    /// Hands the body on to the file that takes it.
    func saveBody(_ bytes: UnsafeRawBufferPointer) {
        if let problem = request.responseFile?.add(bytes) { remark(problem) }
    }

    /// Keeps what a whole response brings.
    func keepResponse() {
        let now = shard.recorder.clock()
        let set = response.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
        job.configuration.cookies?.take(set, from: request.url, now: now)
        guard request.cachePolicy == .protocol, let cache = job.configuration.cache, let status = response.status,
            response.body.count == response.bodyBytes
        else { return }
        cache.take(
            ResponseCache.Entry(
                status: status,
                httpVersion: response.httpVersion,
                headers: response.headers,
                body: response.body,
                stored: now,
                request: number,
                client: request.label.client
            ),
            for: request
        )
    }
}
