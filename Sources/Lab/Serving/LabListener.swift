import Diagnosis

/// The sockets that one scenario listens on: the same port of 127.0.0.1 and, where the machine has it, of ::1.
struct LabListener: Sendable {
    var scenario: ScenarioRecipe
    var descriptors: [Int32]
    var port: Int

    /// Listens for every scenario.
    ///
    /// - Parameter firstPort: the port of a scenario whose recipe says 9443; the others keep their distance to it. 0: any
    ///   that is free. A taken port moves behind the last one wanted.
    /// - Returns: the listeners in the order of the scenarios, and a problem for each port that was taken.
    /// - Throws: `lab.port` when no port can be had at all.
    static func listen(
        for scenarios: [ScenarioRecipe],
        firstPort: Int
    ) throws(Problem) -> (listeners: [LabListener], notices: [Problem]) {
        var bound: [Int: LabListener] = [:]
        var moved: [(index: Int, wanted: Int)] = []
        var notices: [Problem] = []
        do throws(Problem) {
            for (index, scenario) in scenarios.enumerated() {
                let wanted = firstPort == 0 ? 0 : firstPort + scenario.scenario.port - Self.base
                if let (descriptors, port) = try open(wanted) {
                    bound[index] = LabListener(scenario: scenario, descriptors: descriptors, port: port)
                } else {
                    moved.append((index, wanted))
                }
            }
            var next = (scenarios.map(\.scenario.port).max() ?? Self.base) + firstPort - Self.base
            for (index, wanted) in moved {
                let (descriptors, port) = try openNext(after: &next, wanted)
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

    func close() { for descriptor in descriptors { LoopbackSocket.close(descriptor) } }

    private static func openNext(after port: inout Int, _ wanted: Int) throws(Problem) -> ([Int32], Int) {
        for _ in 0..<1000 {
            port += 1
            if port > 65_535 { port = 0 }
            if let result = try open(port) { return result }
        }
        throw Problem.labPort(wanted: wanted, used: nil)
    }

    /// Listens on one port of both addresses; nil when it is taken on one of them.
    private static func open(_ port: Int) throws(Problem) -> (descriptors: [Int32], port: Int)? {
        guard port >= 0, port <= 65_535 else { return nil }
        // With port 0 the first address chooses; that the second has it too is likely, not certain.
        for _ in 0..<16 {
            do throws(LoopbackSocket.Refusal) {
                let first = try LoopbackSocket.listen(.v4, port: port)
                do throws(LoopbackSocket.Refusal) {
                    let second = try LoopbackSocket.listen(.v6, port: first.port)
                    return ([first.descriptor, second.descriptor], first.port)
                } catch .noSuchAddress {
                    return ([first.descriptor], first.port)
                } catch {
                    LoopbackSocket.close(first.descriptor)
                    throw error
                }
            } catch .taken {
                guard port == 0 else { return nil }
            } catch {
                throw Problem.labCannotStart(reason: error.text)
            }
        }
        return nil
    }
}
