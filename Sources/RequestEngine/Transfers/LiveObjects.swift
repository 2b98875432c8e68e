import Synchronization

/// How many of the C objects are alive in this process: what a test for leaks compares.
public enum LiveObjects {
    /// libcurl's easy handles.
    public static var easyHandles: Int { easy.load(ordering: .relaxed) }
    /// TLS connections (an SSL_CTX with its gate).
    public static var connections: Int { tls.load(ordering: .relaxed) }
    /// Pools of connections (a multi handle).
    public static var pools: Int { multi.load(ordering: .relaxed) }

    static let easy = Atomic(0)
    static let tls = Atomic(0)
    static let multi = Atomic(0)
}
