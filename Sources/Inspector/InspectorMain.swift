import Diagnosis
import Terminal

/// The inspector's way in.
public enum InspectorMain {
    /// Opens the inspector and returns when the person leaves it.
    ///
    /// To be called on the main thread: it owns the screen. Without a usable terminal the screen never starts.
    /// - Returns: the exit status.
    /// - Throws: `terminal.unusable`, `theme.line`, `file.…` codes, all before the screen starts.
    public static func run(_ options: InspectorOptions, backend: any InspectorBackend) throws(Problem) -> Int32 {
        throw Problem(.terminalUnusable, "The inspector is not built yet.")
    }
}
