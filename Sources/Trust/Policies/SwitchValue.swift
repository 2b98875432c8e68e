/// The two values of an on-off switch, as the screens write them.
public enum SwitchValue {
    /// `ON` and `OFF`.
    public static let both = ["ON", "OFF"]

    /// `ON` or `OFF`.
    public static func text(_ flag: Bool) -> String { flag ? "ON" : "OFF" }

    /// Reads `ON` or `OFF`, in either case; nil for anything else.
    public static func flag(_ text: String) -> Bool? {
        switch text.uppercased() {
        case "ON": true
        case "OFF": false
        default: nil
        }
    }
}
