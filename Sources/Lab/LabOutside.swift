import Diagnosis
import Trust

/// What a lab that is open to other machines needs.
extension LabServer.Configuration {
    /// The names and addresses from outside, as certificates bear them.
    var outsideNames: [GeneralName] {
        let all = names + (listenAddress.map { [$0] } ?? [])
        return all.map { name in ServerSocket.addressBytes(of: name).map { .ipAddress($0) } ?? .dns(name) }
    }

    /// The address to listen on beside the loopback; nil where there is none, or it is the loopback's.
    func checkedAddress() throws(Problem) -> ServerSocket.Address? {
        guard let text = listenAddress else { return nil }
        guard let address = ServerSocket.Address(text) else {
            throw .labAddress(text, reason: "it is no IP address")
        }
        guard !address.isWildcard else {
            throw .labAddress(text, reason: "no client can name it, so no certificate can bear it")
        }
        // Those two are listened on in any case.
        return [.loopback4, .loopback6].contains(address) ? nil : address
    }

    func checkNames() throws(Problem) {
        for name in names where ServerSocket.addressBytes(of: name) == nil {
            let isName = name.utf8.allSatisfy {
                (0x61...0x7a).contains($0 | 0x20) || (0x30...0x39).contains($0)
                    || [0x2a, 0x2d, 0x2e, 0x5f].contains($0)
            }
            guard isName, !name.isEmpty, name.utf8.count <= 253 else { throw .labName(name) }
        }
    }
}
