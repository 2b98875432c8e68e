import Diagnosis
import Events

/// A page with what it needs, in the order of loading, and what is to be said about it.
public struct PageLoad: Sendable {
    /// The address as it was asked for.
    public var address: String
    /// Everything that the page needs, the page itself first (or the probe before it).
    public var resources: [PageResource] = []
    /// The events of each request that was fired, in the order of the requests.
    public var exchanges: [(resource: Int, events: [Event])] = []
    /// What was found about the page as a whole, with what its flow does to it.
    public var findings: [Problem] = []
    /// What is odd about the files that were read for it.
    public var remarks: [Problem] = []

    init(address: String) { self.address = address }
}
