import ChallengeLog
import Events
import Trust

/// What ``Update`` wants done; the loop does it and posts what came of it as an ``Action``.
enum Effect: Hashable, Sendable {
    // The screen's.
    case quit
    case bell
    case repaint
    case suspend
    case copy(String)
    case page(String)
    case theme(String)

    // Reading.
    case loadOverview
    case loadRequests(LogQuery, offset: Int, limit: Int)
    case loadExchange(RequestKey)
    /// Without an offset the newest ones.
    case loadLog(offset: Int?, limit: Int)
    case loadClients
    case loadIdentities
    case find(String, LogQuery, from: Int, forward: Bool)
    case locate(RequestKey, LogQuery)
    case whatIf(generation: Int, ClientProfile, first: [RequestRow])
    case wouldBe(HeldKey, ClientProfile, answer: Disposition)

    // Doing.
    case adopt(ClientProfile, [PolicyChange])
    case fire(String)
    case fireAgain(RequestKey, RememberedAnswer?)
    case fireAll
    case stop(RequestKey)
    case answer(HeldKey, PersonAnswer)
    case stopClock(HeldKey)
    case hold(Bool)
    case invalidate
    case openIdentity(path: String, Secret?, attempt: Int)
    case saveLog(String)
    case openLog(String)
    case note(String)
}
