import Terminal
import Testing

@testable import Inspector

@MainActor @Suite struct ThemePickerTests {
    private func keys(_ text: String) throws -> (State, [Effect]) {
        var state = State(size: TerminalSize(columns: 80, rows: 24))
        state.themes = ["dark", "light", "mono", "terminal"]
        state.pane = .requests
        var effects: [Effect] = []
        for key in try Key.keys(text) {
            let new = Update.apply(.key(key), to: &state)
            effects += new
            // As the screen does: a theme that was loaded is said.
            for case .theme(let name) in new { _ = Update.apply(.theme(name), to: &state) }
        }
        return (state, effects.filter { if case .theme = $0 { true } else { false } })
    }

    @Test func theOneUnderTheCursorIsShownAtOnce() throws {
        let (state, effects) = try keys("T<up>")
        #expect(effects == [.theme("mono")])
        #expect(state.overlay == .themes)
        #expect(state.theme == "mono")
    }

    @Test func enterKeepsAndEscapeTakesBack() throws {
        var (state, effects) = try keys("T<up><up><enter>")
        #expect(state.theme == "light")
        #expect(state.overlay == nil)
        (state, effects) = try keys("T<up><up><esc>")
        #expect(effects == [.theme("mono"), .theme("light"), .theme("terminal")])
        #expect(state.theme == "terminal")
        #expect(state.overlay == nil)
    }

    @Test func aWordTakesOneOrWatches() throws {
        var (state, effects) = try keys(":theme dark<enter>")
        #expect(effects == [.theme("dark")])
        (state, effects) = try keys(":theme watch<enter>")
        #expect(state.watchesTheme)
        #expect(effects == [])
    }

    @Test func everyRoleIsInTheSample() {
        let state = State(size: TerminalSize(columns: 80, rows: 24))
        let roles = Set(ThemesView.content(state, state.size).foot.flatMap(\.pieces).map(\.style.role))
        // The rest stand on every screen: rules, the selected row, which is selected.blur without the focus.
        #expect(roles.union([.rule, .selected, .selectedBlur]) == Set(Role.allCases))
    }
}
