import Terminal

extension Update {
    /// Begins the tour, or ends it.
    mutating func demo() {
        if state.demo != nil { return endDemo() }
        state.demo = 0
        showDemoStep()
    }

    /// A key during the tour: on, back to the program, or the program's own.
    ///
    /// - Returns: whether the tour took it.
    mutating func takesForDemo(_ key: Key) -> Bool {
        guard let index = state.demo, state.hold == nil, state.prompt == nil else { return false }
        switch key {
        case .character(" "):
            guard index + 1 < DemoTour.steps(state).count else {
                endDemo()
                return true
            }
            state.demo = index + 1
            showDemoStep()
            return true
        case .escape where state.overlay == nil:
            endDemo()
            return true
        default: return false
        }
    }

    private mutating func endDemo() {
        state.demo = nil
        state.message = Message("the tour has ended; what it fired stays in the list and in the log")
    }

    private mutating func showDemoStep() {
        let steps = DemoTour.steps(state)
        guard let index = state.demo, steps.indices.contains(index) else { return }
        state.overlay = nil
        state.strip = nil
        for words in steps[index].commands { command(words) }
        state.message = nil
    }
}
