import Terminal

/// A story that the inspector tells: keys are typed as a person would type them, and a sentence says what they show.
struct DemoStory: Hashable, Sendable {
    struct Step: Hashable, Sendable {
        /// What is typed, in the spelling of scripts: `:client F8<enter>`.
        var keys: String
        /// What then stands on the screen, before the story goes on; empty where it is enough that nothing runs.
        var until: String
        /// What it shows.
        var sentence: String
        /// The client that the step needs; nil for none in particular.
        var client: String?

        init(_ keys: String, until: String = "", _ sentence: String, client: String? = nil) {
            self.keys = keys
            self.until = until
            self.sentence = sentence
            self.client = client
        }
    }

    /// The word behind `:demo`, and the key that chooses it.
    var name: String
    var title: String
    /// Whether the person says when it goes on.
    var waits = false
    var steps: [Step]

    /// The stories, in the order of the choice; of a step's client only those that are there.
    static func all(_ state: State) -> [DemoStory] {
        let known = Set(state.clients.map(\.identifier))
        return [looksLikePinning, colleague, ownApp(hasCurl: state.hasCurl), tour].map { story in
            var story = story
            story.steps.removeAll { step in step.client.map { !known.contains($0) } ?? false }
            return story
        }
    }
}

/// How quickly a story is told.
enum DemoPace: String, Hashable, Sendable, CaseIterable {
    case slow, normal, fast
    /// As `normal`, but the person says when it goes on.
    case step

    /// Microseconds between two keys.
    var key: Int64 {
        switch self {
        case .slow: 140_000
        case .normal, .step: 70_000
        case .fast: 0
        }
    }

    /// Microseconds that a sentence stays.
    func reading(_ sentence: String) -> Int64 {
        let words = Int64(sentence.split(separator: " ").count)
        return switch self {
        case .slow: 3_000_000 + words * 500_000
        case .normal, .step: 1_500_000 + words * 300_000
        case .fast: 50_000
        }
    }
}

/// A demonstration: the choice of a story, or the one that is told.
enum Demo: Hashable, Sendable {
    case choosing
    case telling(Telling)

    /// Where a story is.
    struct Telling: Hashable, Sendable {
        enum Phase: Hashable, Sendable {
            /// These keys are still to be typed.
            case typing([Key])
            /// The screen is not yet what the step waits for.
            case waiting
            /// There is time to read.
            case reading
        }

        var story: DemoStory
        var pace: DemoPace
        var index = 0
        var phase = Phase.typing([])
        /// When the next key is typed or the next step begins, microseconds since 1970.
        var due: Int64 = 0
        /// When waiting is given up.
        var end: Int64 = 0

        /// Whether the person says when it goes on.
        var waits: Bool { story.waits || pace == .step }
        var step: DemoStory.Step? { story.steps.indices.contains(index) ? story.steps[index] : nil }
    }

    /// The story that is told; nil while one is chosen.
    var told: Telling? { if case .telling(let telling) = self { telling } else { nil } }
}
