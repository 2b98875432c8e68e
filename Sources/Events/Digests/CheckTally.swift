import Trust

/// How the checks of an evaluation went, counted as the screens count them.
public struct CheckTally: Hashable, Sendable, Codable {
    /// How many hold.
    public var ok: Int
    /// The words of those that failed and refuse, what decided first.
    public var failed: [String]
    /// The words of those that failed and were let by.
    public var letBy: [String]
    /// The words of those that were not made.
    public var off: [String]

    /// The tally of an evaluation.
    public init(_ evaluation: Evaluation) { self.init(CheckLine.lines(of: evaluation)) }

    /// The tally of some lines.
    public init(_ lines: [CheckLine]) {
        ok = lines.count { $0.result == .pass }
        let fails = lines.filter { $0.result == .fail }
        failed = (fails.filter(\.decides) + fails.filter { !$0.decides }).map(\.word)
        letBy = lines.filter { $0.result == .letBy }.map(\.word)
        off = lines.filter { $0.result == .skipped }.map(\.word)
    }

    /// `5 ok  1 FAIL  1 off`; FAIL is always counted, the others where there are any.
    public var counts: String {
        var parts = ["\(ok) ok", "\(failed.count) FAIL"]
        if !letBy.isEmpty { parts.append("\(letBy.count) let by") }
        if !off.isEmpty { parts.append("\(off.count) off") }
        return parts.joined(separator: "  ")
    }

    /// `FAIL pin; let by: host`, or nothing where every check that was made holds.
    public var faults: String {
        var parts: [String] = []
        if !failed.isEmpty { parts.append("FAIL " + failed.joined(separator: ", ")) }
        if !letBy.isEmpty { parts.append("let by: " + letBy.joined(separator: ", ")) }
        return parts.joined(separator: "; ")
    }

    /// `5 ok; let by: host, date`, else `6 ok, revocation off` or `4 ok, host +2 off`. Never "all passed".
    public var text: String {
        let faults = faults
        guard faults.isEmpty else { return "\(ok) ok; \(faults)" }
        switch off.count {
        case 0: return "\(ok) ok"
        case 1: return "\(ok) ok, \(off[0]) off"
        // More names would not fit the column: that is named which one misses most.
        default: return "\(ok) ok, \(weightiestOff) +\(off.count - 1) off"
        }
    }

    private var weightiestOff: String { Self.weights.first(where: off.contains) ?? off[0] }

    private static let weights = ["host", "chain", "date", "usage", "strength", "revocation", "transport", "pin"]
}
