import ChallengeLog
import Events

extension Update {
    /// Lays the challenge at hand beside another: of the marked request, of the one that was fired again, or of the last
    /// one to the same host.
    mutating func compare() {
        guard let (left, right) = pairToCompare else {
            state.message = Message("mark another request with  m  to compare this one with", role: .warn)
            return
        }
        effects.append(.loadComparison(left, right, challenge: state.challenge))
    }

    private var pairToCompare: (RequestKey, RequestKey)? {
        let marks = state.list.marks
        guard let selected = state.list.selected else { return nil }
        let others = marks.subtracting([selected])
        if marks.count == 2, others.count == 2 {
            let pair = marks.sorted { $0.number < $1.number }
            return (pair[0], pair[1])
        }
        if others.count == 1, let other = others.first { return ordered(other, selected) }
        guard let digest = state.list.row?.digest else { return nil }
        if let origin = digest.repeats {
            return (RequestKey(recording: selected.recording, number: origin), selected)
        }
        let earlier = state.list.page.rows.last { row in
            row.key.number < selected.number && row.digest.host == digest.host && !row.digest.challenges.isEmpty
        }
        return earlier.map { ($0.key, selected) }
    }

    private func ordered(_ one: RequestKey, _ other: RequestKey) -> (RequestKey, RequestKey) {
        one.number < other.number ? (one, other) : (other, one)
    }

    mutating func take(_ comparison: Comparison) {
        state.comparison = comparison
        if state.overlay != .compare {
            state.overlay = .compare
            state.strip = nil
        }
        state.scrolls[.compare] = nil
    }

    /// The next or previous challenge of both.
    mutating func compareChallenge(by step: Int) {
        guard let comparison = state.comparison else { return }
        let number = min(max(1, comparison.left.challenge + step), max(1, comparison.challenges))
        state.comparison?.left.challenge = number
        state.comparison?.right.challenge = number
        state.scrolls[.compare] = nil
    }
}
