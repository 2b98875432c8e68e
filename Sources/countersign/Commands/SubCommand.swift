/// The names of the sub-commands, in the order of the help.
enum SubCommand: String, CaseIterable, Sendable {
    case inspect
    case fire
    case evaluate
    case certificate
    case identity
    case lab
    case log
    case policy
    case flow
    case matrix
    case attack
    case ats
    case explain
    case code
}
