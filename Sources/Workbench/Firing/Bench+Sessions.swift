import Diagnosis
import RequestEngine

extension Bench {
    /// What the open sessions keep, by which one can tell what the next request will meet. Waits for the engine's
    /// threads, never for the network; not to be called on one of them.
    public var sessionContents: [SessionContents] {
        let sessions = state.withLock { $0.sessions.values.sorted { $0.number < $1.number } }
        let all = Eventually<[SessionContents]>()
        Task.detached {
            var contents: [SessionContents] = []
            for session in sessions { contents.append(await session.contents()) }
            all.bring(contents)
        }
        return all.wait()
    }

    /// What would happen to a request that is fired now, in words: the cache answers, a connection or a TLS session of an
    /// earlier answer is used, or every challenge comes.
    ///
    /// - Throws: `url.…` and `option.…` codes for an address that is none.
    public func outlook(for firing: Firing) throws(Problem) -> SessionContents.Outlook {
        let target = try target(firing.address)
        let number = state.withLock { $0.sessions[SessionSlot(target.place, $0.profile)]?.number }
        guard let contents = sessionContents.first(where: { $0.session == number }) else { return .asked }
        return contents.outlook(for: target.url, usesCache: firing.completed(by: configuration.template).usesCache)
    }
}

extension Firing {
    var usesCache: Bool { cachePolicy == .protocol }
}
