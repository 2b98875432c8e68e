import Trust

/// A language in which a trust program and a flow can be written: each thing as its statements.
protocol CodeDialect {
    /// How a file of the bundle is called in the code: a variable's name.
    func fileName(_ name: String) -> String

    /// A condition's beginning, to be closed by `}`.
    func when(_ condition: String) -> String
    /// That a condition does not hold.
    func not(_ condition: String) -> String
    /// That both hold.
    func both(_ left: String, _ right: String) -> String
    /// A condition of a flow; nil where the language cannot ask.
    func condition(_ condition: FlowCondition) -> String?

    /// One step of a trust program.
    func statements(_ step: TrustProgram.Step) -> [String]
    /// The chain is taken as good.
    var accept: [String] { get }
    /// Default handling instead of a verdict.
    var stepAside: [String] { get }
    /// The host is one of these.
    func isHost(_ hostCase: TrustProgram.HostCase) -> String

    /// One action of a flow; nil where it cannot be written.
    func statements(_ action: FlowAction) -> [String]?
    /// Ends a flow that has answered.
    var leave: [String] { get }
}

extension CodeDialect {
    /// A trust program as the body of a function that gives the verdict.
    func write(_ program: TrustProgram, to code: inout CodeText) {
        for gap in program.gaps { code.comment("Cannot be expressed: \(gap).") }
        for hostCase in program.hosts {
            code.block(when(isHost(hostCase))) { write(hostCase.branch, to: &$0) }
        }
        write(program.otherwise, to: &code)
    }

    private func write(_ branch: TrustProgram.Branch, to code: inout CodeText) {
        switch branch {
        case .defaultHandling: code.add(stepAside)
        case .steps(let steps):
            for step in steps {
                if case .remark(let text) = step { code.comment(text) }
                code.add(statements(step))
                // Nothing behind a refusal is ever reached.
                if case .refuse = step { return }
            }
            code.add(accept)
        }
    }

    /// A flow as the body of a function that answers a challenge, step by step, each with what is wrong with it.
    ///
    /// - Returns: whether the last step that was written ends in every case.
    @discardableResult
    func write(_ flow: Flow, to code: inout CodeText) -> Bool {
        for step in flow.steps {
            code.comment("\(step.number). \(step.text)" + (step.defect.map { " [DEFECT: \($0)]" } ?? ""))
            if step.condition == .outsideOfTheAnswer {
                code.comment("Before or after the answer, so no part of this method.")
                continue
            }
            guard let condition = condition(step.condition) else {
                code.comment("Cannot be expressed: when this step applies.")
                continue
            }
            let isAlways = step.condition == .always
            var isWritten = true
            func body(_ code: inout CodeText) {
                for action in step.actions {
                    guard let statements = statements(action) else {
                        code.comment("Cannot be expressed: what this step does.")
                        isWritten = false
                        continue
                    }
                    code.add(statements)
                }
                if step.ends { code.add(leave) }
            }
            if isAlways { body(&code) } else { code.block(when(condition)) { body(&$0) } }
            if isAlways, step.ends, isWritten { return true }
        }
        return false
    }
}

extension FlowStep {
    /// Whether it ends the flow.
    fileprivate var ends: Bool {
        actions.contains { action in
            switch action {
            case .answer, .leave, .crash, .useForEachMember, .filter(false): true
            case .read, .setPolicy, .setAnchors, .evaluate, .askPolicy, .filter(true): false
            }
        }
    }
}
