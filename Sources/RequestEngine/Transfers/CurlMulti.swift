import CCurl
import Reactor

/// libcurl's multi handle on an event loop: it watches sockets and sets a timer through the loop, and says who is done.
final class CurlMulti {
    /// Called for each transfer that is done, on the loop's thread and outside of libcurl; it is still in the multi.
    var onDone: (CurlTransfer, CURLcode) -> Void = { _, _ in }
    /// Called after libcurl has worked.
    var onActivity: () -> Void = {}

    private let loop: EventLoop
    private var multi: UnsafeMutableRawPointer?
    private let sessionCache: UnsafeMutableRawPointer?
    private var timer: Timers.ID?

    /// nil where there is no memory.
    ///
    /// - Parameter sharesSessions: Whether transfers resume each other's TLS sessions; else each has a cache of its own.
    init?(loop: EventLoop, sharesSessions: Bool) {
        guard let multi = curl_multi_init() else { return nil }
        self.loop = loop
        self.multi = multi
        sessionCache = sharesSessions ? cc_session_cache_new() : nil
        cc_multi_set_callbacks(multi, onSocket, onTimer, Unmanaged.passUnretained(self).toOpaque())
        LiveObjects.multi.add(1, ordering: .relaxed)
    }

    deinit { close() }

    /// Starts a transfer; false where libcurl refuses it.
    func add(_ transfer: CurlTransfer) -> Bool {
        if let sessionCache { transfer.use(sessionCache: sessionCache) }
        return curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
    }

    /// Takes a transfer out, done or not; an unfinished one's connection is closed. Not from within a callback.
    func remove(_ transfer: CurlTransfer) { curl_multi_remove_handle(multi, transfer.handle) }

    /// Closes every connection; no transfer may be left in it. Not from within a callback.
    func close() {
        guard let multi else { return }
        curl_multi_cleanup(multi)
        self.multi = nil
        if let timer { loop.cancel(timer) }
        if let sessionCache { curl_share_cleanup(sessionCache) }
        LiveObjects.multi.subtract(1, ordering: .relaxed)
    }

    fileprivate func watch(_ socket: Int32, for what: Int32) {
        guard what != CURL_POLL_REMOVE else { return loop.unwatch(socket) }
        var interest: Readiness = []
        if what & CURL_POLL_IN != 0 { interest.insert(.readable) }
        if what & CURL_POLL_OUT != 0 { interest.insert(.writable) }
        if loop.setInterest(interest, of: socket) { return }
        // Fails for a socket that is gone already; libcurl finds that out by itself at its next time-out.
        try? loop.watch(socket, for: interest) { [unowned self] readiness in
            var action: Int32 = 0
            if readiness.contains(.readable) { action |= CURL_CSELECT_IN }
            if readiness.contains(.writable) { action |= CURL_CSELECT_OUT }
            if readiness.contains(.failed) { action |= CURL_CSELECT_ERR }
            self.act(on: socket, action)
        }
    }

    fileprivate func setTimer(_ milliseconds: Int) {
        if let timer { loop.cancel(timer) }
        timer = nil
        guard milliseconds >= 0 else { return }
        timer = loop.schedule(after: .milliseconds(milliseconds)) { [unowned self] in
            self.timer = nil
            self.act(on: -1, 0)
        }
    }

    /// Lets libcurl work; a socket of -1 stands for its timer (CURL_SOCKET_TIMEOUT).
    private func act(on socket: Int32, _ action: Int32) {
        guard let multi else { return }
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, action, &running)
        var handle: UnsafeMutableRawPointer?
        var code = CURLE_OK
        while cc_multi_next_done(multi, &handle, &code) == 1 {
            if let handle, let transfer = CurlTransfer.of(handle) { onDone(transfer, code) }
        }
        onActivity()
    }
}

private func onSocket(
    handle: UnsafeMutableRawPointer?,
    socket: Int32,
    what: Int32,
    context: UnsafeMutableRawPointer?,
    socketContext: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return 0 }
    Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue().watch(socket, for: what)
    return 0
}

private func onTimer(
    multi: UnsafeMutableRawPointer?,
    milliseconds: Int,
    context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return 0 }
    Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue().setTimer(milliseconds)
    return 0
}
