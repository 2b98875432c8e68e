/// What the program is.
public enum Product {
    /// The version, as `--version` prints it and each recording names it.
    public static let version = "0.1.0"
}
