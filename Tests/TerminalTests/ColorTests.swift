import Testing

@testable import Terminal

@Suite struct ColorTests {
    @Test func everyIndexAndNameIsRead() {
        for index in 0...255 { #expect(Color("\(index)") == .indexed(UInt8(index))) }
        for (index, name) in Color.names.enumerated() { #expect(Color(name.uppercased()) == .indexed(UInt8(index))) }
        #expect(Color("default") == .terminalDefault)
        #expect(Color("#0a80FF") == .rgb(10, 128, 255))
        for bad in ["", "256", "1000", "-1", "0x10", "#", "#fff", "#gggggg", "#1234567", "reddish", "٣", "+5"] {
            #expect(Color(bad) == nil, "\(bad)")
        }
    }

    /// A colour of the cube is found again, and never one of the user's 16.
    @Test func partsMapToTheNearestOf256() {
        for index in 16...255 {
            let parts = Palette.parts(index)
            let found = Palette.index256(of: .rgb(UInt8(parts.red), UInt8(parts.green), UInt8(parts.blue)))
            #expect(found >= 16)
            #expect(Palette.parts(found) == parts)
        }
        #expect(Palette.index256(of: .rgb(255, 0, 0)) == 196)
        #expect(Palette.index256(of: .rgb(0x12, 0x12, 0x12)) == 233)
        #expect(Palette.index16(of: .rgb(250, 5, 5)) == 9)
        #expect(Palette.index16(of: .indexed(196)) == 9)
        #expect(Palette.index16(of: .indexed(7)) == 7)
    }

    /// Whatever a theme says, what reaches the terminal is within its colours.
    @Test func everyColourFitsTheDepth() {
        var colors: [Color] = (0...255).map { .indexed($0) } + [.terminalDefault]
        for red in stride(from: 0, through: 255, by: 51) {
            for green in stride(from: 0, through: 255, by: 51) {
                colors.append(.rgb(UInt8(red), UInt8(green), 77))
            }
        }
        let limits: [(ColorDepth, Int)] = [(.mono, 0), (.eight, 8), (.basic, 16), (.rich, 256)]
        for (depth, limit) in limits {
            for color in colors {
                let reduced = depth.reduce(.init(foreground: Paint(color), background: Paint(color)))
                #expect((-1..<max(limit, 0)).contains(reduced.foreground))
                #expect((-1..<max(limit, 0)).contains(reduced.background))
            }
        }
        #expect(ColorDepth.eight.reduce(.init(foreground: Paint(.indexed(11)))).attributes == .bold)
    }

    @Test(arguments: [
        (ColorMode.auto, 256, false, ColorDepth.rich), (.auto, 256, true, .mono), (.auto, 8, false, .eight),
        (.auto, 16, false, .basic), (.auto, 88, false, .basic), (.auto, 0, false, .mono), (.never, 256, false, .mono),
        (.basic, 256, true, .basic), (.rich, 256, true, .rich), (.rich, 8, false, .eight), (.rich, 0, false, .mono),
        (.basic, 8, false, .eight),
    ]) func depth(mode: ColorMode, colors: Int, noColor: Bool, expected: ColorDepth) {
        #expect(mode.depth(terminalColors: colors, noColor: noColor) == expected)
    }

    @Test func aBackdropShowsThrough() {
        var theme = Theme(name: "t")
        theme[.held] = .init(foreground: Paint(.indexed(3)), background: Paint(.indexed(1)), attributes: .bold)
        theme[.selected] = .init(foreground: Paint(.indexed(15)), background: Paint(.indexed(4)))
        let look = theme.look(of: Style(.held, .underline, on: .selected))
        #expect(look.foreground == Paint(.indexed(3)))
        #expect(look.background == Paint(.indexed(4)))
        #expect(look.attributes == [.bold, .underline])
        #expect(theme.look(of: Style(.text, on: .selected)).foreground == Paint(.indexed(15)))
    }
}
