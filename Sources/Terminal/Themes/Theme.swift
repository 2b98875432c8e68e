/// How each role looks.
public struct Theme: Hashable, Sendable {
    /// What a theme says about one role.
    public struct Look: Hashable, Sendable {
        /// The colour of the text.
        public var foreground: Paint
        /// The colour behind it.
        public var background: Paint
        /// Bold and the like.
        public var attributes: Attributes

        /// A look; without arguments that of the terminal itself.
        public init(
            foreground: Paint = Paint(.terminalDefault),
            background: Paint = Paint(.terminalDefault),
            attributes: Attributes = []
        ) {
            self.foreground = foreground
            self.background = background
            self.attributes = attributes
        }
    }

    /// The file's name without `.theme`.
    public var name: String
    private var looks: [Role: Look]

    /// A theme; roles without a look appear as plain text.
    public init(name: String, looks: [Role: Look] = [:]) {
        self.name = name
        self.looks = looks
    }

    /// The look of a role.
    public subscript(role: Role) -> Look {
        get { looks[role] ?? looks[.text] ?? Look() }
        set { looks[role] = newValue }
    }

    /// The look of a style: the role's own over that of its backdrop, which gives what the role leaves to the terminal.
    public func look(of style: Style) -> Look {
        var look = self[style.role]
        if let backdrop = style.backdrop {
            let under = self[backdrop]
            let isBar = under.attributes.contains(.reverse)
            if isBar, look.attributes.contains(.reverse) {
                // Reversed on reversed: a gap in the bar is seen, a bar in the bar is not.
                look.attributes.remove(.reverse)
                look.attributes.formUnion(under.attributes.subtracting(.reverse))
            } else {
                // In a bar an accent's colour would become a bar of its own, and on a coloured one it may not be read: it
                // gives way.
                let givesWay =
                    isBar || style.role == .text || look.foreground == Paint(.terminalDefault)
                    || !Contrast.isReadable(look.foreground.rich, on: under.background.rich)
                if givesWay { look.foreground = under.foreground }
                look.attributes.formUnion(under.attributes)
            }
            look.background = under.background
        }
        look.attributes.formUnion(style.attributes)
        return look
    }

    /// The theme to draw with in so many colours: without any, one that lives by its backgrounds would hide the selection.
    public func usable(in depth: ColorDepth) -> Theme {
        let hasColors = looks.values.contains {
            $0.foreground != Paint(.terminalDefault) || $0.background != Paint(.terminalDefault)
        }
        return depth == .mono && hasColors ? .mono : self
    }

    /// Attributes alone: needs no file and no colours.
    public static let mono = Theme(
        name: "mono",
        looks: [
            .dim: Look(attributes: .dim),
            .title: Look(attributes: .reverse),
            .titleKey: Look(attributes: [.reverse, .bold]),
            .header: Look(attributes: .underline),
            .selected: Look(attributes: .reverse),
            .selectedBlur: Look(attributes: .underline),
            .mark: Look(attributes: .bold),
            .refuse: Look(attributes: .bold),
            .held: Look(attributes: [.bold, .reverse]),
            .warn: Look(attributes: .underline),
            .error: Look(attributes: [.bold, .underline]),
            .changed: Look(attributes: .bold),
            .key: Look(attributes: .bold),
            .match: Look(attributes: .reverse),
            .prompt: Look(attributes: .bold),
        ]
    )
}
