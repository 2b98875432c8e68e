import Terminal

/// A command: one row of the table from which keys, `:` words, help, footer and scripts come.
struct Command: Sendable {
    /// What a `:` word takes behind it.
    enum Argument: Sendable {
        case none, url, switchAndValue, client, theme, path, filter, sort, hold, host, date, onOff, lab, ending, text
    }

    /// Under which heading help lists it.
    enum Section: String, CaseIterable, Sendable {
        case move = "MOVE"
        case request = "ON THIS REQUEST"
        case modes = "MODES"
        case views = "VIEWS"
        case anywhere = "ANYWHERE"
        case list = "LIST"
        case switches = "SWITCHES"
        case lab = "LAB"
        case client = "CLIENT"
        case answers = "ANSWER"
    }

    /// What tells a command from the others at a place.
    struct Name: Hashable, Sendable {
        var intent: Intent
        var key: Key?
    }

    var name: Name { Name(intent: intent, key: keys.first) }

    var intent: Intent
    /// The keys, the one that footers show first.
    var keys: [Key]
    /// The `:` word; empty for none.
    var word: String
    var argument: Argument
    /// Where it counts.
    var places: Set<Place>
    var section: Section
    /// What help says; empty when the row above says it for both.
    var help: String
    /// What the footer says behind the key; empty when it is not in the footer.
    var footer: String
    /// Why it can do nothing now; nil when it can.
    var whyNot: @Sendable (State) -> String?

    init(
        _ intent: Intent,
        _ keys: [Key],
        word: String = "",
        argument: Argument = .none,
        in places: Set<Place>,
        _ section: Section,
        _ help: String,
        footer: String = "",
        unless whyNot: @escaping @Sendable (State) -> String? = { _ in nil }
    ) {
        self.intent = intent
        self.keys = keys
        self.word = word
        self.argument = argument
        self.places = places
        self.section = section
        self.help = help
        self.footer = footer
        self.whyNot = whyNot
    }
}

extension Command {
    /// The command that a key means at a place.
    static func forKey(_ key: Key, in place: Place) -> Command? {
        table.first { $0.places.contains(place) && $0.keys.contains(key) }
    }

    /// The command of a `:` word, or of its only beginning.
    static func forWord(_ word: String) -> Command? {
        let named = table.filter { !$0.word.isEmpty }
        if let exact = named.first(where: { $0.word == word }) { return exact }
        let begun = named.filter { $0.word.hasPrefix(word) }
        return begun.count == 1 ? begun.first : nil
    }

    /// The commands of a place, in the table's order.
    static func all(in place: Place) -> [Command] { table.filter { $0.places.contains(place) } }
}
