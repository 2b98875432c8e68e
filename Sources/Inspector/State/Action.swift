import ChallengeLog
import Diagnosis
import Report
import Terminal
import Trust
import Workbench

/// Something that happened to the inspector: a key, or news from the back end.
enum Action: Sendable {
    case key(Key)
    case resize(TerminalSize)
    /// What is named by a line was chosen without moving a cursor to it.
    case chosen(Line.Target)
    /// Time has passed.
    case tick(Int64)
    /// What a view may show has changed.
    case changed
    case overview(Overview)
    case requests(LogQuery, RequestWindow)
    case found(Int?, text: String)
    case exchange(Exchange)
    case log(LogQuery, EventWindow)
    case foundEvent(Int?, text: String)
    case clients([ClientChoice])
    case identities([IdentitySummary])
    case comparison(Comparison)
    /// What was computed of a column of the matrix; nil where it cannot be.
    case audited(AuditSheet?, name: String)
    /// What a request proved of a cell.
    case proved(AttackMatrix.Row, AttackProof, name: String)
    /// All cells of a column were tried.
    case provedAll(name: String)
    /// The combinations that the matrix can be turned to.
    case combinations([ClientChoice])
    /// Client code was written.
    case code(String, ClientProfile, ClientCodeTarget)
    /// So many requests were fired as one.
    case firedAll(Int)
    /// A page was loaded with what it needs; nil where it could not be begun.
    case loadedPage(PageSheet?)
    /// Text to be read in the pager.
    case page(String)
    case whatIf(generation: Int, [WhatIf.Line], remaining: Int)
    case wouldBe(WouldBe)
    /// A request was fired under this number.
    case fired(Int, String)
    case identityOpened(path: String, [IdentitySummary])
    case identityFailed(path: String, attempt: Int, Problem)
    /// The pins that were typed for a profile.
    case pinsRead([Pin], for: ClientProfile)
    /// A client was saved under its name.
    case savedClient(ClientProfile, path: String)
    /// The files whose paths begin as typed.
    case files([String], typed: String)
    /// Text that was made to be copied.
    case copyText(String, what: String)
    case logOpened
    /// How far something long has come; nil when it is over.
    case working(Progress?)
    /// What came of judging another client.
    case judged(String)
    case theme(String)
    /// What a command came to.
    case report(Message)
}
