import ChallengeLog
import Diagnosis
import Events
import Foundation
import Report
import Trust
import Workbench

/// What the inspector needs from the engine, the lab and the log; ``WorkbenchBackend`` is the real one.
///
/// Reading never waits for the network. Every call may be made from any task, one after another.
public protocol InspectorBackend: Sendable {
    /// Calls `notify` from any thread whenever something changed that a view may show; replaces an earlier one.
    func observe(_ notify: @escaping @Sendable () -> Void) async

    /// Counts, held challenges, the log's state, the lab: what the fixed lines and the panels show.
    func overview() async -> Overview

    /// A window of the request list. `progress` is told how many rows were looked at, and ends that when it says no.
    func requests(_ query: LogQuery, offset: Int, limit: Int, progress: LongWork?) async -> RequestWindow

    /// The position of the next request that contains the text, from `offset` on, backward or forward; nil when none does.
    /// `progress` is told how far it has come, and ends the search when it says no.
    func find(
        _ text: String,
        in query: LogQuery,
        from offset: Int,
        forward: Bool,
        progress: @escaping LongWork
    ) async -> Int?

    /// The position of a request in a list; nil when it is not there.
    func position(of key: RequestKey, in query: LogQuery) async -> Int?

    /// Every event of one request in order, at most a few thousand.
    func events(of key: RequestKey) async -> [Event]

    /// A window of the events that match, oldest first; without an offset the newest ones. `progress` as there.
    func log(_ query: LogQuery, offset: Int?, limit: Int, progress: LongWork?) async -> EventWindow

    /// The position of the next event whose summary or kind contains the text; the rest as there.
    func findEvent(
        _ text: String,
        in query: LogQuery,
        from offset: Int,
        forward: Bool,
        progress: @escaping LongWork
    ) async -> Int?

    /// Certificates by SHA-256, as far as the log has them.
    func certificates(_ digests: [SHA256Digest]) async -> [SHA256Digest: PresentedCertificate]

    /// The clients that can be chosen: presets and flows, in the order of the chooser.
    func clients() async -> [ClientChoice]

    /// The identities at hand: those of the bundle that opened, and those opened by hand.
    func identities() async -> [IdentitySummary]

    /// Opens a file of identities, so that they are at hand.
    /// - Throws: `file.…`, `p12.…`, `key.…` codes; the pass phrase appears in none.
    func openIdentity(path: String, passPhrase: String?) async throws(Problem) -> [IdentitySummary]

    /// The pins that a line of words stands for: hashes, files, and `certificate:` words for those there are.
    /// - Throws: `pin.format` and `file.…` codes.
    func pins(_ words: String, keeping old: [Pin]) async throws(Problem) -> [Pin]

    /// Paths of files that begin as typed; names without a slash are those of the bundle, or of the working folder.
    func files(beginning typed: String, inBundle: Bool) async -> [String]

    /// One request as Markdown: a page to paste into a ticket.
    func report(of key: RequestKey) async throws(Problem) -> String

    /// Saves that page as a new file; its path.
    func saveReport(of key: RequestKey, as path: String) async throws(Problem) -> String

    /// Judges a recorded challenge as another client would, at its own time or at another; nil where the record holds too
    /// little.
    func judge(_ key: RequestKey, challenge: Int, as profile: ClientProfile, at date: Date?) async -> ClientDecision?

    /// What a client makes of everything that may be presented to it; nothing is sent. Nil where nothing can be issued.
    func audit(_ profile: ClientProfile, name: String) async -> AuditSheet?

    /// Fires a real request at an attacker's server for each row of the matrix, as this client; `report` is called for each
    /// that was tried. Nil when all went well, else what did not.
    func prove(
        _ profile: ClientProfile,
        report: @escaping @Sendable (AttackMatrix.Row, AttackProof) -> Void
    ) async -> Problem?

    /// Runs a command once for each scenario of the lab, and judges it by what the lab saw; in words.
    /// - Throws: `option.value` when it cannot be run.
    func judge(_ command: [String]) async throws(Problem) -> String
    /// Every combination of AFSecurityPolicy's switches, with the leaf and with its authority pinned.
    func combinations() async -> [ClientChoice]

    /// Client code that does what a client does; where it cannot be written, a text that says why.
    func code(of profile: ClientProfile, for target: ClientCodeTarget) async -> String

    /// Saves a client under its own name, in the place of one of that name; the file's path.
    func saveClient(_ profile: ClientProfile) async throws(Problem) -> String

    /// Makes `profile` the client from the next request on, and records the changes.
    func adopt(_ profile: ClientProfile, changes: [PolicyChange]) async

    /// Fires a request: a URL as typed, or a lab scenario's name.
    /// - Throws: `url.…` and `option.…` codes.
    @discardableResult
    func fire(_ text: String) async throws(Problem) -> Int

    /// Loads a page with everything that it needs: a URL as typed, or a lab scenario's name. What it needs shares one
    /// session, whatever the client keeps; each part is a request of the log.
    /// - Throws: as ``fire(_:)``; nothing was sent then.
    func loadPage(_ text: String) async throws(Problem) -> PageSheet

    /// Fires a recorded request again, under the client in force.
    @discardableResult
    func fireAgain(_ key: RequestKey, answering answer: RememberedAnswer?) async throws(Problem) -> Int

    /// Fires a recorded request again over a connection of its own, so that nothing kept answers for it.
    func fireAnew(_ key: RequestKey) async throws(Problem) -> Int

    /// Fires every lab scenario once; the number of requests fired.
    func fireAll() async throws(Problem) -> Int

    /// Stops a running or held request; false when it had ended.
    func stop(_ key: RequestKey) async -> Bool

    /// Ends every request that runs or is held, the proving of a column, and the loading of a page.
    func stopAll() async

    /// Closes an idle connection, by its number; false where there is none.
    func drop(connection: Int) async -> Bool

    /// Writes the lab's certificates, keys and identities for other programs into a new folder; their paths.
    /// - Throws: `option.value` for a folder that cannot be written or holds such files.
    func exportLab(to folder: String) async throws(Problem) -> [String]

    /// What the clients of others did at the lab, as a page of text.
    func labReport() async -> String

    /// Ends the lab's servers.
    func stopLab() async

    /// Appends the TLS secrets of each new connection to a file; nil ends that. The open sessions are dropped.
    /// - Throws: `file.unreadable` for a file that cannot be written, `option.conflict` while something runs.
    func logKeys(to path: String?) async throws(Problem)

    /// Answers a held challenge; nil when the answer counted, else why it did not.
    func answer(_ held: HeldKey, _ answer: PersonAnswer) async -> Problem?

    /// Stops a held challenge's clock.
    func stopClock(_ held: HeldKey) async

    /// Says which challenges are held for a person.
    func hold(_ mode: HoldMode) async

    /// Lets an answer stand for every further challenge of the kind of a held one from its host.
    func remember(_ held: HeldKey, _ disposition: Disposition, identity: IdentitySummary?) async

    /// Takes back what stands for a host, or for all; the number of answers taken back.
    func forgetAnswers(of host: String?) async -> Int

    /// Ends the sessions, so that the next request begins afresh; recorded. What runs is cancelled at once, or goes on to
    /// its end, with which connections and TLS sessions are dropped.
    func invalidate(_ ending: SessionEnding) async

    /// Saves a copy of the log; the path it was saved to. `progress` is told how many bytes are written, and gives the copy
    /// up when it says no.
    func saveLog(as path: String, progress: @escaping LongWork) async throws(Problem) -> String

    /// Opens another log read-only in place of this one; `progress` as there, where it must be copied first.
    func openLog(_ path: String, progress: @escaping LongWork) async throws(Problem)

    /// The next bytes written to the standard error stream while the screen was up, for the log view.
    func note(_ text: String) async
}
