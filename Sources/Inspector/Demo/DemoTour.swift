/// The tour for reviewers: what is done, and a sentence about what it shows; the person goes on when they have seen it.
enum DemoTour {
    struct Step: Hashable, Sendable {
        /// What is typed behind `:`, in order.
        var commands: [String]
        /// What to look at.
        var sentence: String
        /// The client that the step needs; nil for none in particular.
        var client: String?

        init(_ commands: [String], _ sentence: String, client: String? = nil) {
            self.commands = commands
            self.sentence = sentence
            self.client = client
        }

        /// A client, and a scenario that shows what it does.
        init(_ client: String, at scenario: String, _ sentence: String) {
            self.init(["client \(client)", "inspect \(scenario)"], sentence, client: client)
        }
    }

    /// The steps whose clients are there.
    static func steps(_ state: State) -> [Step] {
        let known = Set(state.clients.map(\.identifier))
        return all.filter { step in step.client.map(known.contains) ?? true }
    }

    private static let all: [Step] = [
        Step(
            ["client system", "inspect good"],
            "one server-trust challenge; the system accepts: every check is listed, none is hidden"
        ),
        Step(
            ["inspect expired"],
            "the same client refuses what has ended; who refused, and what the app would see, stand beside it"
        ),
        Step(
            ["inspect mutual"],
            "two challenges: the server is checked, then it asks who we are; no identity, so it answers 400"
        ),
        Step(
            "F2",
            at: "expired",
            "F2 pins the leaf, allows invalid certificates and checks no name: an expired one is let by"
        ),
        Step("F2c", at: "wrong-host", "F2c pins the CA: any name under that CA is let by"),
        Step("F3", at: "mutual", "F3 shows client.p12 to whoever asks: accepted, the file's chain left out"),
        Step("F4", at: "untrusted-root", "F4 sets its own anchors and still checks the name"),
        Step("F4t", at: "untrusted-root", "F4t taps through: recoverable failures are accepted"),
        Step("F6", at: "good", "F6 was written for addresses: a host by name is used, unseen"),
        Step("F6r", at: "good", "F6 repaired: the name is validated"),
        Step("F7", at: "self-signed", "F7 accepts anything, never evaluated"),
        Step("F8", at: "good", "F8 authenticates once, then loads pages without checks"),
        Step("F15", at: "good", "F15 chooses an evaluator for each host"),
        Step("F18", at: "mutual", "F18, the connection delegate: every method arrives at one callback"),
        Step(["compare"], "two challenges side by side, what differs first"),
        Step(["matrix"], "the same clients against everything an attacker may present; P fires each cell for real"),
        Step(["findings"], "what is wrong with this client, the worst first, and the switch that closes it"),
        Step(["handshake"], "the messages as they went over the wire; b lays the textbook beside them"),
        Step(
            ["client system", "policy"],
            "one switch flipped says at once what would change of all that was recorded"
        ),
        Step(
            ["requests", "hold on", "inspect mutual"],
            "the handshake waits for you: a opens the panel, enter accepts nothing; the clock ends in the safe answer"
        ),
        Step(["hold off", "log"], "all of it is in the log, every decision with its exact policy"),
    ]
}
