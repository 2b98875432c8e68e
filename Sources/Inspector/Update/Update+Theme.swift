extension Update {
    /// `T` opens the list; `:theme NAME` takes one, `:theme watch` follows its file.
    mutating func theme(_ argument: String) {
        switch argument {
        case "":
            state.themeBefore = state.theme
            state.overlay = .themes
            state.strip = nil
            state.scrolls[.themes] = Scroll(cursor: state.themes.firstIndex(of: state.theme) ?? 0, top: 0)
        case "watch":
            state.watchesTheme.toggle()
            state.message = Message(
                state.watchesTheme
                    ? "the theme's file is shown as soon as it is saved" : "the theme's file is left alone"
            )
        default: effects.append(.theme(argument))
        }
    }

    /// Shows the theme under the cursor.
    mutating func previewTheme() {
        guard let name = ThemesView.selected(in: state), name != state.theme else { return }
        effects.append(.theme(name))
    }

    mutating func keepTheme() {
        state.overlay = nil
        state.themeBefore = nil
        state.message = Message("theme \(state.theme)")
    }

    /// Leaves the list: what was there before comes back.
    mutating func leaveThemes() {
        state.overlay = nil
        if let before = state.themeBefore, before != state.theme { effects.append(.theme(before)) }
        state.themeBefore = nil
    }
}
