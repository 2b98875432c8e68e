import Diagnosis
import Events
import Reactor
import Trust

/// The attacker's servers on the loopback, a port for each presentation; what they see of a client is told as the lab's
/// scenarios tell it.
public final class AttackServer: Sendable {
    /// What an attack changes about an ordinary server of the lab.
    struct Parts {
        var tls: ScenarioRecipe.TLS
        var clients: ScenarioRecipe.ClientCertificates
        var speaks: ScenarioRecipe.Speaks
        var login: ScenarioRecipe.Login?
    }

    /// One server.
    struct Serving: Sendable {
        var scenario: ScenarioRecipe
        var context: ServerContext.Parts
    }

    private let thread: EventLoopThread<LabLoop>
    private let ports: [String: Int]

    init(
        _ servings: [Serving],
        limits: LabLimits,
        sink: @escaping @Sendable (Event) -> Void
    ) throws(Problem) {
        ServerSocket.prepareProcess()
        let (listeners, _) = try LabListener.listen(for: servings.map(\.scenario), firstPort: 0)
        ports = Dictionary(uniqueKeysWithValues: listeners.map { ($0.scenario.scenario.name, $0.port) })
        let contexts = Dictionary(uniqueKeysWithValues: servings.map { ($0.scenario.scenario.name, $0.context) })
        thread = try LabLoop.start(
            listeners,
            maker: { scenario throws(Problem) in
                .tls(try Self.context(contexts[scenario.scenario.name], of: scenario))
            },
            limits: limits,
            count: ConnectionCount(),
            sink: sink
        )
    }

    private static func context(
        _ parts: ServerContext.Parts?,
        of scenario: ScenarioRecipe
    ) throws(Problem) -> ServerContext {
        let name = scenario.scenario.name
        guard let parts else {
            throw .labCannotServe(at: scenario.position, scenario: name, reason: "nothing is presented")
        }
        do {
            return try ServerContext(parts)
        } catch {
            throw .labCannotServe(at: scenario.position, scenario: name, reason: error.reason)
        }
    }

    deinit { thread.stop() }

    /// Ends it: its connections are closed and its ports are free when this returns.
    public func stop() {
        thread.stop()
        thread.join()
    }

    /// The port of an attack on 127.0.0.1; nil for one that presents nothing, and for
    /// a question for a password, which has a port for each way of asking.
    public func port(of attack: Attack.ID) -> Int? { ports["attack " + attack.rawValue] }

    /// The port of the server that asks for a user and a password in one way; nil for a way that asks for neither.
    public func port(asking method: AuthenticationMethod) -> Int? { ports[Self.name(asking: method)] }

    static func name(asking method: AuthenticationMethod) -> String {
        "attack \(Attack.ID.otherMethod.rawValue) \(method.rawValue)"
    }

    /// The port of the server that has an identity's key in the place of its own; nil for an identity not known to it.
    public func port(ofKeyFrom leaf: SHA256Digest) -> Int? { ports[Self.name(ofKeyFrom: leaf)] }

    static func name(ofKeyFrom leaf: SHA256Digest) -> String {
        "attack \(Attack.ID.serverKeyFromApp.rawValue) \(leaf.hex.prefix(16))"
    }

    /// The port of an honest server.
    public func port(of row: HonestRow) -> Int? { ports["honest " + row.rawValue] }
}
