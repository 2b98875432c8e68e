import Glibc

/// What the engine needs of the process, done once.
enum ProcessSetup {
    /// Ignores SIGPIPE (OpenSSL writes to sockets whose peer is gone) and raises the limit of open descriptors to the
    /// allowed maximum (a held transfer keeps one).
    static func once() { _ = done }

    private static let done: Bool = {
        signal(SIGPIPE, SIG_IGN)
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
        limit.rlim_cur = limit.rlim_max
        return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    }()
}
