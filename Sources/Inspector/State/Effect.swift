import ChallengeLog
import Events
import Foundation
import Report
import Trust
import Workbench

/// What ``Update`` wants done; the loop does it and posts what came of it as an ``Action``.
enum Effect: Hashable, Sendable {
    // The screen's.
    case quit
    case bell
    case repaint
    case suspend
    case copy(String, what: String)
    case page(String)
    case theme(String)

    // Reading.
    case loadOverview
    case loadRequests(LogQuery, offset: Int, limit: Int)
    case loadExchange(RequestKey)
    /// Without an offset the newest ones.
    case loadLog(LogQuery, offset: Int?, limit: Int)
    case loadClients
    case loadIdentities
    case find(String, LogQuery, from: Int, forward: Bool)
    case findEvent(String, LogQuery, from: Int, forward: Bool)
    case locate(RequestKey, LogQuery)
    case loadComparison(RequestKey, RequestKey, challenge: Int)
    case whatIf(generation: Int, ClientProfile, at: Date?, first: [RequestRow])
    case wouldBe(WouldBe.Question)
    case audit(String, ClientProfile)
    case prove(String, ClientProfile)
    case loadCombinations
    case loadCode(ClientProfile, ClientCodeTarget)
    case loadLabReport
    case listFiles(typed: String, inBundle: Bool)
    case readPins(String, ClientProfile)

    // Doing.
    case adopt(ClientProfile, [PolicyChange])
    case fire(String)
    case fireAgain(RequestKey, RememberedAnswer?)
    /// The same over a connection of its own, so that each challenge comes.
    case fireAnew(RequestKey)
    case fireAll
    /// A page with everything that it needs.
    case loadPage(String)
    case stop(RequestKey)
    /// Ends what runs as one: proving, computing, requests.
    case stopAll
    /// Closes an idle connection.
    case drop(connection: Int)
    case exportLab(String)
    case stopLab
    /// TLS secrets go to a file from now on; nil ends that.
    case logKeys(String?)
    case answer(HeldKey, PersonAnswer)
    case stopClock(HeldKey)
    case hold(HoldMode)
    /// The same answer for the rest of the host's challenges of this kind.
    case remember(HeldKey, Disposition, IdentitySummary?)
    /// Takes back what stands for a host; for all of them when nil.
    case forgetAnswers(host: String?)
    case invalidate(SessionEnding)
    case openIdentity(path: String, Secret?, attempt: Int)
    case saveLog(String)
    case saveReport(RequestKey, String)
    case saveClient(ClientProfile)
    case copyReport(RequestKey)
    case openLog(String)
    case note(String)
    /// Runs a command once a scenario and judges it by what the lab saw.
    case judge([String])
}
