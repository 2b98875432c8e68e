import Testing

@testable import Inspector

/// What a user sets out to do, typed as keys.
@MainActor @Suite struct StoryTests {
    @Test func firesGoodFromTheFirstScreen() throws {
        let played = try Played("<enter>\nwait done")
        #expect(played.state.pane == .requests)
        #expect(played.lines[3].contains("1  use       200     GET good.lab.test/"))
        #expect(played.text.contains("CHALLENGE  server trust"))
    }
}
