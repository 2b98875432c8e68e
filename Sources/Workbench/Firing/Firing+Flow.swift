import Events
import RequestEngine
import Trust

extension Firing {
    /// The same with what it leaves open taken from the settings of a flow's source; what was typed stands.
    ///
    /// A method or a body of one's own leaves both of the flow's out, with the fields that name the body's type.
    func completed(by settings: FlowRequestSettings) -> Firing {
        var result = self
        if method == nil, body == nil {
            result.method = settings.method
            result.body = settings.body.map(Self.sample)
            let added = settings.headers.map { HeaderField(name: $0.name, value: $0.value) }
            result.headers =
                added.filter { field in
                    !headers.contains { $0.name.lowercased() == field.name.lowercased() }
                } + headers
        }
        if acceptedTypes.isEmpty { result.acceptedTypes = settings.acceptedTypes }
        result.timeout = timeout ?? settings.timeout
        if cachePolicy == nil, settings.cachePolicy == "useProtocolCachePolicy" { result.cachePolicy = .protocol }
        return result
    }

    /// A body in the form that a flow's source sends.
    private static func sample(_ form: String) -> [UInt8] {
        Array((form == "json" ? "{\"user\": \"alice\", \"count\": 1}" : "user=alice&count=1").utf8)
    }
}
