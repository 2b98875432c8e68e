import Diagnosis
import Events
import Foundation
import Reactor
import Synchronization
import Trust

/// The lab: a private PKI and one server on the loopback with a port for each scenario.
///
/// Making one starts it; ``stop()`` or the last reference ends it. It runs on a thread of its own.
public final class LabServer: Sendable {
    /// What a lab is made of.
    public struct Configuration: Sendable {
        /// What exists in it.
        public var recipe: LabRecipe
        /// Where its keys, certificates and files are kept, for the user alone.
        public var dataDirectory: String
        /// The folder that stands for an app's main bundle; nil: `bundle` in the data directory.
        ///
        /// The lab's own files are put there at the first start, but not into a folder that held other files before.
        public var bundleDirectory: String?
        /// The port of the first scenario; the others keep their distance to it. 0: any that is free.
        public var firstPort = 9443
        /// The scenarios to serve, by name; empty: all.
        public var only: [String] = []
        /// Names and addresses that right certificates bear beside the loopback's, for clients on other machines.
        public var names: [String] = []
        /// An address of this machine that is listened on beside the loopback; nil: none.
        public var listenAddress: String?
        /// The time of issue, and the time that ends are compared with.
        public var now: @Sendable () -> Date = { Date() }
        /// How long a client may take.
        package var limits = LabLimits()

        /// A lab of a recipe in a folder.
        public init(recipe: LabRecipe, dataDirectory: String = Configuration.usualDataDirectory()) {
            self.recipe = recipe
            self.dataDirectory = dataDirectory
        }

        /// `$XDG_DATA_HOME/countersign/lab`, or the same in `~/.local/share`.
        public static func usualDataDirectory(
            environment: [String: String] = ProcessInfo.processInfo.environment
        ) -> String {
            let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (data ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share") + "/countersign/lab"
        }
    }

    /// The scenarios in the order of the recipe, with the ports they listen on.
    public let scenarios: [LabScenario]
    /// What did not go as wanted at the start: a port that was taken, a folder that cannot be written.
    public let notices: [Problem]
    /// The lab's root, self-signed.
    public let root: Certificate
    /// The root that stands for a public authority: the system's anchor inside the lab.
    public let publicRoot: Certificate
    /// The folder that stands for an app's main bundle.
    public let bundleDirectory: String
    /// Where the root, issuers' certificates, revocation lists and OCSP answers are to be had: `http://127.0.0.1:9560`.
    public let filesURL: String
    /// The port at which every scenario is served by the name that the client asks for (SNI).
    public let namePort: Int
    /// The lab's root in PEM.
    public let rootPEMPath: String
    /// The right client identity in PEM, with its chain and its key, for other programs; mode 0600.
    public let clientPEMPath: String

    private let recipe: LabRecipe
    private let pki: LabPKI
    private let thread: EventLoopThread<LabLoop>
    private let connections = ConnectionCount()
    private let temporary: TemporaryDirectory?
    private let byName: [String: LabScenario]

    /// Starts a lab: listens, reads or issues what is served first, fills the bundle.
    ///
    /// It takes some tens of milliseconds, so call it where nobody waits. Whatever can be issued later is.
    ///
    /// - Parameter sink: is told of every client (`labClientSeen`, `labVerdict`) and of what goes wrong (`note`), on the
    ///   lab's thread; it has to be quick.
    /// - Throws: `option.unknown` for a scenario that does not exist, `lab.port` when no port can be had, `config.key` for
    ///   a certificate that cannot be issued.
    public init(_ configuration: Configuration, sink: @escaping @Sendable (Event) -> Void = { _ in }) throws(Problem) {
        ServerSocket.prepareProcess()
        let recipe = configuration.recipe
        let wanted = try Self.scenarios(configuration.only, of: recipe)

        var problems: [Problem] = []
        let place = try LabPlace(configuration, problems: &problems)
        let other = try configuration.checkedAddress()
        try configuration.checkNames()
        let (listeners, moved) = try LabListener.listen(
            for: wanted + [recipe.files, recipe.byName],
            firstPort: configuration.firstPort,
            alsoOn: other
        )
        let ports = Dictionary(listeners.map { ($0.scenario.scenario.name, $0.port) }) { first, _ in first }
        let filesHost = other.map { $0.isIPv4 ? $0.text : "[\($0.text)]" } ?? "127.0.0.1"
        filesURL = "http://\(filesHost):\(ports[recipe.files.scenario.name] ?? 0)"
        namePort = ports[recipe.byName.scenario.name] ?? 0
        let pki = LabPKI(
            recipe: recipe,
            folder: place.pki,
            surroundings: LabPKI.Surroundings(files: filesURL, names: configuration.outsideNames),
            now: configuration.now
        )
        let outside = configuration.listenAddress ?? configuration.names.first
        do throws(Problem) {
            root = try pki.issued(.authority("root")).certificate
            publicRoot = try pki.issued(.authority("public-root")).certificate
            let files = LabFiles(recipe: recipe, pki: pki)
            rootPEMPath = try place.writeRoot(root)
            clientPEMPath = try place.writeClient(files)
            try place.bundle.fill(from: files)
        } catch {
            for listener in listeners { listener.close() }
            throw error
        }

        scenarios = listeners.filter { $0.scenario.answer != .files && !$0.isByName }.map { listener in
            var scenario = listener.scenario.scenario
            scenario.port = listener.port
            if let outside { scenario.hostForOthers = outside.contains(":") ? "[\(outside)]" : outside }
            return scenario
        }
        byName = Dictionary(scenarios.map { ($0.name, $0) }) { first, _ in first }
        notices = problems + moved
        bundleDirectory = place.bundle.folder.path
        temporary = place.temporary
        self.recipe = recipe
        self.pki = pki
        let factory = ContextFactory(recipe: recipe, pki: pki)
        thread = try LabLoop.start(
            listeners,
            site: LabSite(ports: ports, nonce: Self.nonce()),
            maker: { scenario throws(Problem) in try factory.prepared(scenario) },
            limits: configuration.limits,
            count: connections,
            sink: sink
        )
    }

    deinit { thread.stop() }

    /// Ends the lab: its connections are closed and its ports are free when this returns.
    public func stop() {
        thread.stop()
        thread.join()
    }

    /// How many connections there are at this moment; 0 after ``stop()``.
    public var connectionCount: Int { connections.value }

    // MARK: Names

    /// A scenario by its name.
    public func scenario(named name: String) -> LabScenario? { byName[name] }

    /// The scenario behind a host and a port: one of the lab's names, or the loopback with one of the lab's ports.
    public func scenario(host: String, port: Int) -> LabScenario? {
        if let name = LabNames.scenarios(of: host).first(where: { byName[$0] != nil }) { return byName[name] }
        guard ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased()) else { return nil }
        return scenarios.first { $0.port == port }
    }

    /// Where a name of the lab is reached; nil for any other host, and for a scenario that does not exist.
    public func resolve(host: String) -> LabAddress? {
        LabNames.scenarios(of: host).lazy.compactMap { self.byName[$0] }.first
            .map { LabAddress(address: "127.0.0.1", port: $0.port) }
    }

    /// The pass phrase of a PKCS#12 file that the lab put into the bundle; nil for any other file.
    public func passPhrase(ofBundleFile name: String) -> String? { recipe.passPhrase(ofBundleFile: name) }

    /// The leaf that a scenario serves; issued now where it was not served yet.
    ///
    /// - Throws: `option.unknown` for a scenario that does not exist, `config.key` when it cannot be issued.
    public func leaf(of scenario: String) throws(Problem) -> Certificate {
        _ = try Self.scenarios([scenario], of: recipe)
        return try pki.issued(.server(scenario)).certificate
    }

    /// Issues what scenarios serve, as far as that is not done yet: afterwards no client has to wait for a key.
    ///
    /// Blocks meanwhile: an RSA key of 4096 bits takes seconds. What cannot be issued is told when a client wants it.
    public func prepare(_ names: [String]) {
        for recipe in recipe.scenarioRecipes where recipe.speaks == .tls && names.contains(recipe.scenario.name) {
            _ = try? pki.issued(.server(recipe.scenario.name))
        }
    }

    // MARK: Starting

    private static func scenarios(_ names: [String], of recipe: LabRecipe) throws(Problem) -> [ScenarioRecipe] {
        guard !names.isEmpty else { return recipe.scenarioRecipes }
        let known = recipe.scenarios.map(\.name)
        for name in names where !known.contains(name) {
            throw Problem.unknownName("scenario", name, known: known, list: "countersign lab --list")
        }
        return recipe.scenarioRecipes.filter { names.contains($0.scenario.name) }
    }

    private static func nonce() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next(), radix: 16) }.joined()
    }
}
