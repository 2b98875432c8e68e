import Events

/// The way through a proxy: which peer is which, and the tunnel.
extension Transfer {
    /// Where a peer is.
    func url(of hop: Hop) -> RequestURL {
        switch hop {
        case .origin: request.url
        case .proxy: request.proxy?.url ?? request.url
        }
    }

    /// Who judges a peer.
    func client(at hop: Hop) -> ClientSetup {
        guard hop == .proxy, let proxy = request.proxy else { return client }
        return client.judging(proxy)
    }

    /// Whether the proxy is asked for a tunnel (RFC 9110 §9.3.6); what goes in the clear it forwards itself.
    var needsTunnel: Bool { request.proxy != nil && (request.url.scheme == .https || request.connectTo != nil) }

    /// Whose the next handshake is: over an https proxy, the first one on a connection is the proxy's.
    var nextTLSHop: Hop {
        guard request.proxy?.url.scheme == .https, let socket = connectedSocket else { return .origin }
        return pool.sockets[socket]?.connection == nil ? .proxy : .origin
    }

    /// What the tunnel leads to.
    var tunnelEnd: (String, Int) {
        let end = request.connectTo ?? request.url
        return (end.host, end.port)
    }

    /// A line of the proxy's answer to CONNECT.
    func didReceiveTunnelLine(_ line: UnsafeRawBufferPointer) {
        if connection == nil { makeConnection(isTLS: false, hop: .proxy) }
        guard tunnel.add(line: line), let status = tunnel.status else { return }
        let end = tunnelEnd
        record(.note(ProblemFacts(note: "the proxy answered CONNECT \(end.0):\(end.1) with \(status)")))
        hasTunnel = (200...299).contains(status)
        countQuestion(status)
    }
}
