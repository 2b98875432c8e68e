import Terminal
import Testing

@testable import Inspector

/// The tour: every step's commands exist and run, and the person decides when it goes on.
@MainActor @Suite struct DemoTests {
    @Test func everyStepIsMadeOfCommandsThatExist() throws {
        let played = try Played()
        let steps = DemoTour.steps(played.state)
        #expect(steps.count > 8)
        for step in steps {
            for line in step.commands {
                #expect(Command.forWord(String(line.prefix { $0 != " " })) != nil, "\(line)")
            }
        }
        // Of the flows only those that are there.
        #expect(steps.contains { $0.client == "F2c" })
        #expect(!steps.contains { $0.client == "F8" })
    }

    @Test func itGoesOnWhenThePersonSays() throws {
        var played = try Played(":demo<enter>\nwait done")
        #expect(played.lines[22].contains("demo 1/"))
        #expect(played.text.contains("GET good.lab.test/"))
        try played.play("<space>\nwait done")
        #expect(played.lines[22].contains("demo 2/"))
        #expect(played.text.contains("expired.lab.test"))
        // The program's own keys still count.
        try played.play("3")
        #expect(played.state.pane == .detail)
        try played.play("<esc>")
        #expect(played.state.demo == nil)
        #expect(played.lines[22].contains("the tour has ended"))
    }

    @Test func itEndsAfterItsLastStep() throws {
        var played = try Played(":demo<enter>")
        for _ in 0...DemoTour.steps(played.state).count where played.state.demo != nil { try played.play("<space>") }
        #expect(played.state.demo == nil)
    }
}
