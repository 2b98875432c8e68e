extension ColorDepth {
    /// What to hand to the terminal: palette numbers, -1 for its own colours.
    struct Reduced: Hashable {
        var foreground: Int
        var background: Int
        var attributes: Attributes
    }

    /// A look in the colours there are.
    func reduce(_ look: Theme.Look) -> Reduced {
        var reduced = Reduced(
            foreground: index(of: look.foreground),
            background: index(of: look.background),
            attributes: look.attributes
        )
        if self == .eight {
            if reduced.foreground > 7 {
                reduced.foreground -= 8
                reduced.attributes.insert(.bold)
            }
            if reduced.background > 7 { reduced.background -= 8 }
            // Bright black turned black would vanish on a black background.
            if reduced.foreground == 0, reduced.foreground == max(0, reduced.background) { reduced.foreground = -1 }
        }
        return reduced
    }

    private func index(of paint: Paint) -> Int {
        switch self {
        case .mono: -1
        case .eight, .basic: Palette.index16(of: paint.basic)
        case .rich: Palette.index256(of: paint.rich)
        }
    }
}

/// The colours of a terminal by their numbers.
enum Palette {
    /// The nearest of 256, never one of the first 16 for a colour given by its parts: those belong to the user.
    static func index256(of color: Color) -> Int {
        switch color {
        case .terminalDefault: -1
        case .indexed(let index): Int(index)
        case .rgb(let red, let green, let blue): nearest(Parts(red, green, blue), in: 16...255)
        }
    }

    /// The nearest of the first 16.
    static func index16(of color: Color) -> Int {
        switch color {
        case .terminalDefault: -1
        case .indexed(let index): index < 16 ? Int(index) : nearest(parts(Int(index)), in: 0...15)
        case .rgb(let red, let green, let blue): nearest(Parts(red, green, blue), in: 0...15)
        }
    }

    struct Parts: Hashable {
        let red, green, blue: Int

        init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { self.init(Int(red), Int(green), Int(blue)) }

        init(_ red: Int, _ green: Int, _ blue: Int) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        func distance(_ other: Parts) -> Int {
            let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
            return red * red + green * green + blue * blue
        }
    }

    /// What xterm shows for a number; the first 16 as it comes, since what the user made of them is unknown.
    static func parts(_ index: Int) -> Parts {
        switch index {
        case 0..<16: return first16[index]
        case 16..<232:
            let cube = index - 16
            return Parts(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
        default:
            let grey = 8 + 10 * (index - 232)
            return Parts(grey, grey, grey)
        }
    }

    private static func nearest(_ color: Parts, in range: ClosedRange<Int>) -> Int {
        var best = (index: range.lowerBound, distance: Int.max)
        for index in range {
            let distance = parts(index).distance(color)
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }

    private static let levels = [0, 95, 135, 175, 215, 255]
    private static let first16: [Parts] = [
        Parts(0, 0, 0), Parts(205, 0, 0), Parts(0, 205, 0), Parts(205, 205, 0),
        Parts(0, 0, 238), Parts(205, 0, 205), Parts(0, 205, 205), Parts(229, 229, 229),
        Parts(127, 127, 127), Parts(255, 0, 0), Parts(0, 255, 0), Parts(255, 255, 0),
        Parts(92, 92, 255), Parts(255, 0, 255), Parts(0, 255, 255), Parts(255, 255, 255),
    ]
}
