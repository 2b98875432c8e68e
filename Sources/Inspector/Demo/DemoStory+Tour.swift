// The tour for reviewers: each flow with what shows it; the person goes on when they have seen it.

extension DemoStory {
    static let tour = DemoStory(
        name: "4",
        title: "The whole tour: the flows and the views, space goes on",
        waits: true,
        steps: [
            Step(
                ":client system<enter>:inspect good<enter>",
                "one server-trust challenge; the system accepts: every check is listed, none is hidden"
            ),
            Step(
                ":inspect expired<enter>",
                "the same client refuses what has ended; who refused, and what the app would see, stand beside it"
            ),
            Step(
                ":inspect mutual<enter>",
                "two challenges: the server is checked, then it asks who we are; no identity, so it answers 400"
            ),
            flow(
                "F2",
                at: "expired",
                "F2 pins the leaf, allows invalid certificates and checks no name: an expired one is let by"
            ),
            flow("F2c", at: "wrong-host", "F2c pins the CA: any name under that CA is let by"),
            flow("F3", at: "mutual", "F3 shows client.p12 to whoever asks: accepted, the file's chain left out"),
            flow("F4", at: "untrusted-root", "F4 sets its own anchors and still checks the name"),
            flow("F4t", at: "untrusted-root", "F4t taps through: recoverable failures are accepted"),
            flow("F6", at: "good", "F6 was written for addresses: a host by name is used, unseen"),
            flow("F6r", at: "good", "F6 repaired: the name is validated"),
            flow("F7", at: "self-signed", "F7 accepts anything, never evaluated"),
            flow("F8", at: "good", "F8 authenticates once, then loads pages without checks"),
            flow("F15", at: "good", "F15 chooses an evaluator for each host"),
            flow("F18", at: "mutual", "F18, the connection delegate: every method arrives at one callback"),
            Step(":compare<enter>", "two challenges side by side, what differs first"),
            Step(
                ":matrix<enter>",
                "the same clients against everything an attacker may present; P fires each cell for real"
            ),
            Step(":findings<enter>", "what is wrong with this client, the worst first, and the switch that closes it"),
            Step(":handshake<enter>", "the messages as they went over the wire; b lays the textbook beside them"),
            Step(
                ":client system<enter>:policy<enter>",
                "one switch flipped says at once what would change of all that was recorded"
            ),
            Step(
                ":requests<enter>:hold on<enter>:inspect mutual<enter>",
                "the handshake waits for you: a opens the panel, enter accepts nothing; the clock ends in the safe answer"
            ),
            Step(":hold off<enter>:log<enter>", "all of it is in the log, every decision with its exact policy"),
        ]
    )

    private static func flow(_ client: String, at scenario: String, _ sentence: String) -> Step {
        Step(":client \(client)<enter>:inspect \(scenario)<enter>", sentence, client: client)
    }
}
