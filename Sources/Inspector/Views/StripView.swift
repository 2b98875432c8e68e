import Diagnosis
import Terminal
import Trust

/// The switches in the policy line.
enum StripView {
    static func draw(_ strip: Strip, _ state: State, in area: Rectangle, _ buffer: inout CellBuffer) {
        let switches = Switchboard.flippable(state.profile, files: state.identityFiles)
        guard !switches.isEmpty else {
            buffer.put(
                "this client has no switches:  p  chooses another",
                row: 0,
                column: 1,
                style: Style(.dim),
                in: area
            )
            return
        }
        let words = switches.map { " \($0.identifier) \($0.value)\($0.loosens ? "!" : "") " }
        // The chosen one stays in view, with what fits before and behind it.
        var first = 0
        let room = area.columns - 4
        while first < strip.index, words[first...strip.index].reduce(0, { $0 + $1.count }) > room { first += 1 }
        var column = 1
        if first > 0 { column = buffer.put("..", row: 0, column: 1, style: Style(.dim), in: area) }
        for index in first..<words.count {
            let isChosen = index == strip.index
            let role: Role = switches[index].loosens ? .warn : .text
            let text = isChosen ? "[" + words[index].dropFirst().dropLast() + "]" : words[index]
            column = buffer.put(
                Sanitizer.line(text),
                row: 0,
                column: column,
                style: Style(role, on: isChosen ? .selected : nil),
                in: area
            )
        }
    }

    static func message(_ strip: Strip, _ state: State) -> Message {
        let switches = Switchboard.flippable(state.profile, files: state.identityFiles)
        guard switches.indices.contains(strip.index) else { return Message("p chooses another client") }
        let chosen = switches[strip.index]
        let values = chosen.values.map { $0 == chosen.value ? "[\($0)]" : $0 }.joined(separator: " | ")
        return Message("\(chosen.identifier): \(values)   \(chosen.effect)", role: chosen.loosens ? .warn : .text)
    }
}
