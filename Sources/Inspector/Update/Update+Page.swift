// Loading a page with everything that it needs.

extension Update {
    /// `:page ADDRESS` loads one, `:page` shows the one that was loaded last.
    mutating func loadPage(_ argument: String, key: Bool) {
        if argument.isEmpty {
            if key || state.loadedPage == nil { return ask(.page) }
            state.overlay = .page
            state.strip = nil
            state.scrolls[.page] = nil
            return
        }
        if let loading = state.loadingPage {
            state.message = Message("\(loading) is being loaded: X stops it", role: .warn)
            return
        }
        state.loadingPage = argument
        effects.append(.loadPage(argument))
        show(.requests)
        state.list.follows = true
        state.message = Message("\(argument) is loaded with what it needs, a row for each request   X stops it")
    }

    /// - Parameter sheet: nil where nothing was sent; why was said.
    mutating func take(_ sheet: PageSheet?) {
        state.loadingPage = nil
        guard let sheet else { return }
        state.loadedPage = sheet
        state.scrolls[.page] = nil
        state.message = Message("\(sheet.address): \(sheet.totals)   :page shows them")
    }

    /// Goes to the request of the resource under the cursor.
    mutating func openResource() {
        guard case .request(let key)? = line(.page)?.target else {
            state.message = Message("it was not asked for")
            return
        }
        go(to: key)
    }
}
