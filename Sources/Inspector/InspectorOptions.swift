import Terminal
import Trust

/// How the inspector is to be opened.
public struct InspectorOptions: Sendable {
    /// What is fired at once: URLs or scenario names.
    public var urls: [String]
    /// The client in force at the beginning.
    public var profile: ClientProfile
    /// Whether the stories are offered first.
    public var showsDemo: Bool
    /// Whether a log is shown in place of a lab to fire at.
    public var opensLog: Bool
    /// The theme's name; nil for the configured one.
    public var theme: String?
    /// How many colours may be used.
    public var color: ColorMode
    /// Whether there is a `curl` for the story that runs one.
    public var hasCurl: Bool
    /// Whether everything is printed in lines, with no screen.
    public var isPlain: Bool
    /// A script file to run in place of a person; nil for none.
    public var script: String?
    /// The script's screen size.
    public var scriptSize: TerminalSize
    /// The folder into which a script saves screens.
    public var scriptOutput: String
    /// The folder for what is remembered between runs and for what was copied; nil for none.
    public var stateFolder: String?
    /// Whether the terminal shows UTF-8: what `TextWidth.prepareLocale()` returned.
    public var isUTF8: Bool

    /// An inspector on the terminal, without URLs.
    public init() {
        urls = []
        profile = ClientProfile()
        opensLog = false
        showsDemo = false
        color = .auto
        stateFolder = nil
        hasCurl = true
        isPlain = false
        scriptSize = TerminalSize(columns: 80, rows: 24)
        scriptOutput = "."
        isUTF8 = true
    }

    /// Takes `--color`: `never`, `16`, `256`; nil is as many as the terminal has.
    public mutating func choose(color text: String?) {
        color = text.flatMap(ColorMode.init(rawValue:)) ?? .auto
    }
}

extension State {
    /// Takes over what the command line says about the beginning.
    mutating func begin(_ options: InspectorOptions) {
        profile = options.profile
        pane = options.urls.isEmpty && !options.opensLog ? .lab : .requests
        if options.showsDemo { demo = .choosing }
        hasCurl = options.hasCurl
    }
}
