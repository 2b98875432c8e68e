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

    /// Closes an idle connection, by its number in this recording; false where there is none.
    public func drop(connection: Int) async -> Bool {
        for session in state.withLock({ Array($0.sessions.values) }) {
            if await session.drop(connection: connection) { return true }
        }
        return false
    }

    /// The file to which TLS secrets are appended; nil for none.
    public var keyLogPath: String? { state.withLock { $0.keyLog?.path } }

    /// Appends the TLS secrets of new connections to a file, or ends that. The open sessions are dropped, since a
    /// handshake tells its secrets only once.
    ///
    /// - Throws: `file.unreadable` for a file that cannot be written; `option.conflict` while a request runs.
    public func logKeys(to path: String?) throws(Problem) {
        guard state.withLock({ $0.exchanges.isEmpty }) else {
            throw Problem(
                .optionConflict,
                "A request runs, and the key log begins with new connections.",
                remedy: "Let it end, or stop it first."
            )
        }
        let file = try path.map { path throws(Problem) in try KeyLogFile(path) }
        state.withLock { $0.keyLog = file }
        invalidate(reason: path == nil ? "the key log ends" : "a key log begins")
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

/// A key log and where it is.
struct KeyLogFile: Sendable {
    let path: String
    let log: KeyLog

    init(_ path: String) throws(Problem) {
        self.path = path
        log = try KeyLog(path: path)
    }
}

extension Firing {
    var usesCache: Bool { cachePolicy == .protocol }
}
