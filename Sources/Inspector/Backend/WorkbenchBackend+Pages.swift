import Diagnosis
import Foundation
import Workbench

extension WorkbenchBackend {
    /// See ``InspectorBackend``.
    public func loadPage(_ text: String) async throws(Problem) -> PageSheet {
        let stops = shown.withLock { $0.stops }
        let result: Result<PageLoad, Problem> = await withCheckedContinuation { continuation in
            // Each request is waited for, a held one as long as it takes.
            Thread.detachNewThread { [self] in
                do throws(Problem) {
                    continuation.resume(returning: .success(try page(text, stops: stops)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        let load = try result.get()
        remember(text)
        return PageSheet(
            address: Sanitizer.line(load.address),
            resources: load.resources,
            findings: load.findings.map(\.description),
            recording: bench.log.recording.id
        )
    }

    /// As a view loads it: what it needs shares connections, and the cache answers.
    private func page(_ text: String, stops: Int) throws(Problem) -> PageLoad {
        var client = bench.profile
        if client.answersKept == .fresh { client.answersKept = .reuse }
        var firing = Firing(text)
        firing.cachePolicy = .protocol
        let loader = PageLoader(bench, page: firing, as: client) { [self] in shown.withLock { $0.stops } != stops }
        return try loader.run()
    }
}
