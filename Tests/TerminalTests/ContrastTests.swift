import Foundation
import Testing

@testable import Terminal

/// Every role of every shipped theme can be read, wherever it may stand.
@Suite struct ContrastTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("themes").path

    /// The theme, what the terminal's own text and background are taken to be, and the least contrast.
    private static let cases: [(String, text: Color, background: Color, least: Double)] = [
        ("dark", .rgb(0xd0, 0xd0, 0xd0), .rgb(0, 0, 0), 4.5),
        ("dark", .rgb(0xd0, 0xd0, 0xd0), .rgb(0x1c, 0x1c, 0x1c), 4.5),
        ("light", .rgb(0x1c, 0x1c, 0x1c), .rgb(0xff, 0xff, 0xff), 4.5),
        ("high-contrast", .rgb(0xff, 0xff, 0xff), .rgb(0, 0, 0), 7),
        ("deuteranopia", .rgb(0xd0, 0xd0, 0xd0), .rgb(0, 0, 0), 4.5),
        ("deuteranopia", .rgb(0xd0, 0xd0, 0xd0), .rgb(0x1c, 0x1c, 0x1c), 4.5),
    ]

    @Test(arguments: cases.indices) func everyRoleCanBeRead(_ index: Int) throws {
        let (name, text, background, least) = Self.cases[index]
        let loaded = try ThemeLibrary(folders: [Self.folder]).load(name)
        #expect(loaded.problems.isEmpty)
        for role in Role.allCases {
            for backdrop in [nil, Role.selected, .selectedBlur] as [Role?] {
                let look = loaded.theme.look(of: Style(role, on: backdrop))
                var front = look.foreground.rich == .terminalDefault ? text : look.foreground.rich
                var behind = look.background.rich == .terminalDefault ? background : look.background.rich
                if look.attributes.contains(.reverse) { swap(&front, &behind) }
                let ratio = try #require(Contrast.ratio(front, behind), "\(name) \(role)")
                let place = backdrop.map { " on \($0.rawValue)" } ?? ""
                #expect(ratio >= least, "\(name): \(role.rawValue)\(place) has \(ratio)")
            }
        }
    }

    /// What is accepted and what is refused differ by more than red and green: by attributes, and in the colours left to
    /// somebody who tells no red from green.
    @Test(arguments: ["dark", "light", "high-contrast", "deuteranopia", "terminal", "mono"])
    func stateIsNeverToldByColourAlone(_ name: String) throws {
        let theme = try ThemeLibrary(folders: [Self.folder]).load(name).theme
        #expect(theme[.accept].attributes != theme[.refuse].attributes)
        #expect(theme[.held].attributes != theme[.accept].attributes)
    }

    @Test func deuteranopiaTellsAcceptedFromRefusedByBlue() throws {
        let theme = try ThemeLibrary(folders: [Self.folder]).load("deuteranopia").theme
        guard case .rgb(_, _, let accepted) = theme[.accept].foreground.rich,
            case .rgb(_, _, let refused) = theme[.refuse].foreground.rich
        else {
            Issue.record("no colours")
            return
        }
        #expect(Int(accepted) - Int(refused) > 100)
    }

    @Test func theRatioIsThatOfTheStandard() throws {
        #expect(Contrast.ratio(.rgb(0, 0, 0), .rgb(255, 255, 255)) == 21)
        #expect(Contrast.ratio(.rgb(255, 255, 255), .rgb(255, 255, 255)) == 1)
        #expect(Contrast.ratio(.terminalDefault, .rgb(0, 0, 0)) == nil)
        #expect(Contrast.ratio(.indexed(4), .rgb(0, 0, 0)) == nil)
        // A grey of the palette: #767676 on white is the example with 4.54.
        let grey = try #require(Contrast.ratio(.indexed(243), .rgb(255, 255, 255)))
        #expect(abs(grey - 4.54) < 0.01)
    }
}
