import Diagnosis
import Foundation
import Testing

@testable import Terminal

@Suite struct ThemeFileTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let text: String
        let role: Role
        let look: Theme.Look
        var testDescription: String { text }
    }

    @Test(arguments: [
        Line(text: "held yellow", role: .held, look: .init(foreground: Paint(.indexed(3)))),
        Line(
            text: "held yellow default bold reverse",
            role: .held,
            look: .init(foreground: Paint(.indexed(3)), attributes: [.bold, .reverse])
        ),
        Line(
            text: "  title.key\t bright-white  | 231   blue|#00005f  bold,underline",
            role: .titleKey,
            look: .init(
                foreground: Paint(basic: .indexed(15), rich: .indexed(231)),
                background: Paint(basic: .indexed(4), rich: .rgb(0, 0, 0x5F)),
                attributes: [.bold, .underline]
            )
        ),
        Line(
            text: "text #FFffFF 0 # a comment",
            role: .text,
            look: .init(foreground: Paint(.rgb(255, 255, 255)), background: Paint(.indexed(0)))
        ),
    ]) func aLineIsRead(_ line: Line) {
        let file = ThemeFile(line.text, name: "t", file: "t.theme")
        #expect(file.problems == [])
        #expect(file.theme[line.role] == line.look)
    }

    @Test(
        arguments: [
            ("holds yellow", "\"holds\" is no role", "held"),
            ("held yelow", "\"yelow\" is no colour", "yellow"),
            ("held", "a colour is missing behind \"held\"", nil),
            ("held yellow |", "a colour is missing behind \"|\"", nil),
            ("held | yellow", "\"|\" is no colour", nil),
            ("held 256", "\"256\" is no colour", nil),
            ("held -1", "\"-1\" is no colour", nil),
            ("held +1", "\"+1\" is no colour", nil),
            ("held #12345", "\"#12345\" is no colour", nil),
            ("held #12345g", "\"#12345g\" is no colour", nil),
            ("held yellow default blod", "\"blod\" is no attribute", "bold"),
            ("held yellow default bold\u{1B}[31m", "\"bold\\u{1b}[31m\" is no attribute", nil),
            ("inherits", "a colour is missing behind \"inherits\"", nil),
            ("inherits nothing", "there is no theme \"nothing\"", nil),
            ("warn blue\nwarn red", "\"warn\" had a line before", nil),
        ] as [(String, String, String?)]
    )
    func aBadLineIsReportedAndTheRestApplies(bad: String, sentence: String, nearest: String?) {
        let file = ThemeFile("accept green\n\(bad)\nrefuse red", name: "t", file: "dir/t.theme")
        #expect(file.problems.count == 1)
        let problem = file.problems.first
        #expect(problem?.code == .themeLine)
        let line = bad.contains("\n") ? 3 : 2
        #expect(problem?.sentence.hasPrefix("dir/t.theme, line \(line): \(sentence)") == true)
        #expect(problem?.sentence.hasSuffix("the rest of the theme applies.") == true)
        #expect(problem?.remedy == nearest.map { "Perhaps \"\($0)\" was meant." })
        #expect(file.theme[.accept].foreground == Paint(.indexed(2)))
        #expect(file.theme[.refuse].foreground == Paint(.indexed(1)))
        if bad.hasPrefix("held") { #expect(file.theme[.held] == file.theme[.text]) }
    }

    @Test func whatIsInheritedCanBeChanged() {
        var base = Theme(name: "base")
        base[.held] = .init(foreground: Paint(.indexed(1)))
        base[.warn] = .init(foreground: Paint(.indexed(2)))
        let file = ThemeFile("warn blue\ninherits base", name: "t", file: "t") { [base] in $0 == "base" ? base : nil }
        #expect(file.problems == [])
        #expect(file.theme.name == "t")
        #expect(file.theme[.held] == base[.held])
        #expect(file.theme[.warn].foreground == Paint(.indexed(4)))
    }
}

@Suite struct ThemeLibraryTests {
    /// Two folders of themes, removed afterwards.
    struct Folders: ~Copyable {
        let root: URL
        var user: URL { root.appendingPathComponent("user") }
        var installed: URL { root.appendingPathComponent("installed") }
        var library: ThemeLibrary { ThemeLibrary(folders: [user.path, installed.path]) }

        init() throws {
            root = FileManager.default.temporaryDirectory.appendingPathComponent("themes-\(UUID().uuidString)")
            for folder in [user, installed] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
        }

        deinit { try? FileManager.default.removeItem(at: root) }

        func write(_ text: String, _ name: String, in folder: URL) throws {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
    }

    @Test func theUsersFolderComesFirst() throws {
        let folders = try Folders()
        try folders.write("held red", "mine.theme", in: folders.user)
        try folders.write("held green", "mine.theme", in: folders.installed)
        try folders.write("inherits mine\nwarn blue", "other.theme", in: folders.installed)
        #expect(try folders.library.load("mine").theme[.held].foreground == Paint(.indexed(1)))
        let other = try folders.library.load("other")
        #expect(other.problems == [])
        #expect(other.theme[.held].foreground == Paint(.indexed(1)))
        #expect(folders.library.names == ["mine", "mono", "other"])
        #expect(folders.library.changed("mine") != nil)
        #expect(folders.library.changed("none") == nil)
    }

    @Test func aCircleOfThemesEnds() throws {
        let folders = try Folders()
        try folders.write("inherits b\nheld red", "a.theme", in: folders.user)
        try folders.write("inherits c\nwarn blue", "b.theme", in: folders.user)
        try folders.write("inherits a\nmark green", "c.theme", in: folders.user)
        let (theme, problems) = try folders.library.load("a")
        #expect(problems.map(\.code) == [.themeLine])
        #expect(theme[.held].foreground == Paint(.indexed(1)))
        #expect(theme[.mark].foreground == Paint(.indexed(2)))
    }

    @Test func whatCannotBeReadIsSaid() throws {
        let folders = try Folders()
        try folders.write("", "terminal.theme", in: folders.installed)
        try FileManager.default.createDirectory(
            at: folders.user.appendingPathComponent("folder.theme"),
            withIntermediateDirectories: false
        )
        try Data([0x68, 0xFF, 0x0A]).write(to: folders.user.appendingPathComponent("binary.theme"))
        let library = folders.library
        let expected: [(String, DiagnosisCode, String)] = [
            ("terminl", .optionUnknown, "There is no theme \"terminl\""),
            ("../terminal", .optionUnknown, "There is no theme"),
            ("", .optionUnknown, "There is no theme"),
            ("folder", .fileUnreadable, "no regular file"),
            ("binary", .fileUnreadable, "no UTF-8 text"),
        ]
        for (name, code, text) in expected {
            let problem = #expect(throws: Problem.self) { try library.load(name) }
            #expect(problem?.code == code)
            #expect(problem?.sentence.contains(text) == true)
        }
        let mistyped = #expect(throws: Problem.self) { try library.load("terminl") }
        #expect(mistyped?.remedy == "Perhaps \"terminal\" was meant.")
    }

    @Test func aLinkMayLeadToATheme() throws {
        let folders = try Folders()
        try folders.write("held red", "mine.theme", in: folders.installed)
        try FileManager.default.createSymbolicLink(
            atPath: folders.user.path + "/linked.theme",
            withDestinationPath: "../installed/mine.theme"
        )
        try FileManager.default.createSymbolicLink(
            atPath: folders.user.path + "/circle.theme",
            withDestinationPath: "circle.theme"
        )
        #expect(try folders.library.load("linked").theme[.held].foreground == Paint(.indexed(1)))
        #expect(throws: Problem.self) { try folders.library.load("circle") }
    }

    @Test func theStandardFolders() throws {
        let folders = try Folders()
        let library = ThemeLibrary.standard(
            environment: ["XDG_CONFIG_HOME": folders.root.path],
            executable: folders.root.path + "/prefix/bin/countersign"
        )
        #expect(library.folders.first == folders.root.path + "/countersign/themes")
        #expect(library.folders.contains { $0.hasSuffix("/prefix/share/countersign/themes") })
        let home = ThemeLibrary.standard(
            environment: ["HOME": "/h", "XDG_CONFIG_HOME": "relative"],
            executable: "/x/y"
        )
        #expect(home.folders.first == "/h/.config/countersign/themes")
    }

    @Test(
        arguments: [
            (nil, nil, true, "terminal"), (nil, nil, false, "mono"), (nil, "dark", false, "dark"),
            ("light", "dark", true, "light"),
        ] as [(String?, String?, Bool, String)]
    )
    func choice(option: String?, configured: String?, hasColors: Bool, expected: String) {
        #expect(ThemeLibrary.choice(option: option, configured: configured, hasColors: hasColors) == expected)
    }

    static let shipped = ThemeLibrary.standard(environment: [:], executable: #filePath)

    /// Each shipped theme is without fault and tells apart what must be told apart.
    @Test(arguments: ["terminal", "light", "dark", "mono"], ColorDepth.allCases)
    func shippedThemes(name: String, depth: ColorDepth) throws {
        let (loaded, problems) = try Self.shipped.load(name)
        #expect(problems == [])
        let theme = loaded.usable(in: depth)
        func look(_ role: Role, on backdrop: Role? = nil) -> ColorDepth.Reduced {
            depth.reduce(theme.look(of: Style(role, on: backdrop)))
        }
        for role in [Role.selected, .selectedBlur, .held, .refuse, .warn, .error, .match, .title, .key] {
            #expect(look(role) != look(.text), "\(role.rawValue) looks like text")
        }
        #expect(look(.selected) != look(.selectedBlur))
        #expect(look(.refuse) != look(.accept))
        let frame: Set<Role> = [.selected, .title, .titleKey]
        for role in Role.allCases where !frame.contains(role) {
            #expect(look(role, on: .selected) != look(role), "\(role.rawValue) hides the selection")
            let reduced = look(role)
            #expect(reduced.foreground < 0 || reduced.foreground != reduced.background)
        }
    }

    @Test func theBuiltInMonoIsTheFile() throws {
        #expect(try Self.shipped.load("mono").theme == .mono)
    }
}
