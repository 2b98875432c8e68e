extension Update {
    /// Does what `enter` or `space` does on the line of a target.
    mutating func choose(_ target: Line.Target) {
        switch target {
        case .request(let key):
            state.list.follows = false
            state.list.selected = key
            if let index = state.list.page.rows.firstIndex(where: { $0.key == key }) {
                state.list.scroll.cursor = state.list.page.offset + index
            }
            show(.timeline)
        case .challenge(let number):
            toChallenge(number)
            show(.detail)
        case .policySwitch(let identifier):
            let body = PolicyView.content(state, state.size).body
            let cursor = body.firstIndex { $0.target == target } ?? 0
            state.scrolls[.policy] = Scroll(cursor: cursor, top: 0)
            state.lastSwitch = identifier
            flip(by: 1)
        case .scenario(let name): run(.inspect, argument: name)
        case .client(let name): client(name)
        case .theme(let name): theme(name)
        case .event(let key?): choose(.request(key))
        case .certificate, .message, .offer, .event, .commands, .matrixRow, .finding, .kept, .remark: break
        }
    }
}
