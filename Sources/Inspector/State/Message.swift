import Diagnosis
import Terminal

/// What the line above the footer says.
struct Message: Hashable, Sendable {
    var text: String
    var role: Role

    init(_ text: String, role: Role = .text) {
        self.text = Sanitizer.lineStart(text)
        self.role = role
    }

    init(_ problem: Problem) {
        self.init(problem.description, role: .error)
    }
}
