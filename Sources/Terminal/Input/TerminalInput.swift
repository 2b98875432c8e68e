/// What a wait for the terminal ends with.
public enum TerminalInput: Hashable, Sendable {
    /// A key.
    case key(Key)
    /// The terminal has another size now.
    case resize(TerminalSize)
    /// Another thread asked for attention, see `NcursesScreen.wake()`.
    case wake
    /// Nothing happened in the time given.
    case timeout
    /// The program was stopped by the user and goes on now: everything is to be drawn anew.
    case resumed
    /// SIGTERM, or SIGINT from outside: the program is asked to end.
    case terminate
    /// The terminal is gone (end of input, SIGHUP): save, then leave; nothing can be drawn any more.
    case hangup
}
