import Diagnosis

/// The sockets that one scenario listens on: the same port of 127.0.0.1, of ::1 where the machine has it, and of an
/// address that the user has named.
struct LabListener: Sendable {
    var scenario: ScenarioRecipe
    var descriptors: [Int32]
    var port: Int

    /// Whether it serves every scenario, by the name that a client asks for.
    var isByName: Bool { scenario.scenario.name == LabRecipe.byNameName }

    /// Listens for every scenario.
    ///
    /// - Parameter firstPort: the port of a scenario whose recipe says 9443; the others keep their distance to it. 0: any
    ///   that is free. A taken port moves behind the last one wanted, or to any that is free.
    /// - Returns: the listeners in the order of the scenarios, and a problem for each port that was taken.
    /// - Throws: `lab.port` when no port can be had at all.
    static func listen(
        for scenarios: [ScenarioRecipe],
        firstPort: Int,
        alsoOn other: ServerSocket.Address? = nil
    ) throws(Problem) -> (listeners: [LabListener], notices: [Problem]) {
        var bound: [Int: LabListener] = [:]
        var moved: [(index: Int, wanted: Int)] = []
        var notices: [Problem] = []
        do throws(Problem) {
            for (index, scenario) in scenarios.enumerated() {
                let wanted = firstPort == 0 ? 0 : firstPort + scenario.scenario.port - Self.base
                if let (descriptors, port) = try open(wanted, other) {
                    bound[index] = LabListener(scenario: scenario, descriptors: descriptors, port: port)
                } else {
                    moved.append((index, wanted))
                }
            }
            let last = (scenarios.map(\.scenario.port).max() ?? Self.base) + firstPort - Self.base
            var next = firstPort == 0 ? Self.highest : last
            for (index, wanted) in moved {
                let (descriptors, port) = try openNext(after: &next, wanted, other)
                notices.append(Problem.labPort(wanted: wanted, used: port))
                bound[index] = LabListener(scenario: scenarios[index], descriptors: descriptors, port: port)
            }
        } catch {
            for listener in bound.values { listener.close() }
            throw error
        }
        return (scenarios.indices.compactMap { bound[$0] }, notices)
    }

    /// The first port of the recipe.
    static let base = 9443
    private static let highest = 65_535

    func close() { for descriptor in descriptors { ServerSocket.close(descriptor) } }

    private static func openNext(
        after port: inout Int,
        _ wanted: Int,
        _ other: ServerSocket.Address?
    ) throws(Problem) -> ([Int32], Int) {
        for _ in 0..<100 where port < Self.highest {
            port += 1
            if let result = try open(port, other) { return result }
        }
        // Other labs fill the ports around: the system knows one that is free.
        if let result = try open(0, other) { return result }
        throw Problem.labPort(wanted: wanted, used: nil)
    }

    /// Listens on one port of all addresses; nil when it is taken on one of them.
    private static func open(
        _ port: Int,
        _ other: ServerSocket.Address?
    ) throws(Problem) -> (descriptors: [Int32], port: Int)? {
        guard port >= 0, port <= Self.highest else { return nil }
        // With port 0 the first address chooses; that the others have it too is likely, not certain.
        for _ in 0..<16 {
            var descriptors: [Int32] = []
            do throws(ServerSocket.Refusal) {
                let first = try ServerSocket.listen(.loopback4, port: port)
                descriptors.append(first.descriptor)
                do throws(ServerSocket.Refusal) {
                    descriptors.append(try ServerSocket.listen(.loopback6, port: first.port).descriptor)
                } catch .noSuchAddress {
                    // A machine without IPv6.
                }
                if let other { descriptors.append(try ServerSocket.listen(other, port: first.port).descriptor) }
                return (descriptors, first.port)
            } catch {
                for descriptor in descriptors { ServerSocket.close(descriptor) }
                guard error == .taken else {
                    throw Problem.labCannotStart(address: other?.text ?? "127.0.0.1", reason: error.text)
                }
                guard port == 0 else { return nil }
            }
        }
        return nil
    }
}
