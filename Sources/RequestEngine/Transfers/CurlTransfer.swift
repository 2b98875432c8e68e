import CCurl
import Glibc
import Trust

/// What a transfer tells while libcurl works on it; called on the shard's thread, from within libcurl.
protocol CurlTransferDelegate: AnyObject {
    /// A socket was opened on the way to an address.
    func didOpenSocket(_ socket: Int32, address: String, port: Int)
    /// The connection stands and its SSL_CTX was made. Returns false to fail the transfer.
    func didMakeTLSContext(_ context: OpaquePointer) -> Bool
    /// A connection, new or reused, is there, and the request is about to be sent on it.
    func isAboutToSend(from localPort: Int)
    /// So many bytes of the request's body are sent by now; may be said again.
    func didSendBody(bytes: Int)
    /// A line of the response's head, with its line end.
    func didReceiveHeaderLine(_ line: UnsafeRawBufferPointer)
    /// Bytes of the response's body.
    func didReceiveBody(_ bytes: UnsafeRawBufferPointer)
}

/// libcurl's easy handle, set up for one request.
final class CurlTransfer {
    /// The easy handle, for the multi.
    let handle: UnsafeMutableRawPointer
    weak var delegate: (any CurlTransferDelegate)?

    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let errorText: UnsafeMutablePointer<CChar>
    /// Reads the body while it is sent; nil where libcurl has a copy of it, or there is none.
    fileprivate let body: BodyReader?

    private static let isInitialised: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// nil where there is no memory or libcurl lacks an option.
    ///
    /// - Parameter sockets: Outlives every connection that this transfer opens.
    init?(_ plan: TransferPlan, sockets: SocketTable) {
        guard Self.isInitialised, let handle = curl_easy_init() else { return nil }
        self.handle = handle
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        body = plan.bodyStream.map { BodyReader($0) }
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        LiveObjects.easy.add(1, ordering: .relaxed)
        guard setUp(plan), setUpCallbacks(sockets: sockets, sendsBody: plan.sendsBody) else { return nil }
    }

    deinit {
        curl_easy_cleanup(handle)
        for list in lists { curl_slist_free_all(list) }
        errorText.deallocate()
        LiveObjects.easy.subtract(1, ordering: .relaxed)
    }

    /// The transfer that a handle belongs to.
    static func of(_ handle: UnsafeMutableRawPointer) -> CurlTransfer? {
        var pointer: UnsafeMutablePointer<CChar>?
        guard cc_get_string(handle, CURLINFO_PRIVATE, &pointer) == CURLE_OK, let pointer else { return nil }
        return Unmanaged<CurlTransfer>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// Resumes TLS sessions of other transfers, and leaves its own to them.
    func use(sessionCache: UnsafeMutableRawPointer) { _ = cc_set_session_cache(handle, sessionCache) }

    /// Lets libcurl look at this transfer again at once, whatever its socket says. May be called from a callback.
    func kick() {
        curl_easy_pause(handle, CURLPAUSE_RECV)
        curl_easy_pause(handle, CURLPAUSE_CONT)
    }

    /// Whether its connection stays open at its end, where it would be closed. May be called from a callback.
    func keepConnection(_ keeps: Bool) {
        _ = cc_set_long(handle, CURLOPT_FORBID_REUSE, keeps ? 0 : 1)
        _ = cc_set_long(handle, CURLOPT_FRESH_CONNECT, keeps ? 0 : 1)
    }

    /// Sends a user and a password the next time, in one way alone, and the body from its beginning. Not while it is in a
    /// multi.
    func authenticate(_ credential: PasswordCredential, _ method: AuthenticationMethod, isProxy: Bool) {
        _ = body?.seek(to: 0)
        let way =
            switch method {
            case .httpDigest: cc_auth_digest
            case .ntlm: cc_auth_ntlm
            case .negotiate: cc_auth_negotiate
            case .httpBasic, .serverTrust, .clientCertificate: cc_auth_basic
            }
        _ = cc_set_long(handle, isProxy ? CURLOPT_PROXYAUTH : CURLOPT_HTTPAUTH, way)
        _ = cc_set_string(handle, isProxy ? CURLOPT_PROXYUSERNAME : CURLOPT_USERNAME, credential.user)
        credential.password.withBytes { bytes in
            var text = bytes.map { CChar(bitPattern: $0) } + [0]
            _ = cc_set_string(handle, isProxy ? CURLOPT_PROXYPASSWORD : CURLOPT_PASSWORD, text)
            for index in text.indices { text[index] = 0 }
        }
    }

    // MARK: What libcurl knows

    /// libcurl's own words about the failure; empty when it has none.
    var failureText: String { String(cString: errorText) }

    /// The text of a code: `SSL connect error`.
    static func text(ofCode code: Int) -> String {
        curl_easy_strerror(CURLcode(rawValue: UInt32(clamping: code))).map { String(cString: $0) } ?? ""
    }

    /// `libcurl 7.88.1`.
    static var libraryVersion: String {
        let words = curl_version().map { String(cString: $0) } ?? ""
        return String(words.prefix { $0 != " " }).replacing("/", with: " ")
    }

    /// The `errno` of the failed connect, read or write; 0 when there is none.
    var systemError: Int32 { Int32(truncatingIfNeeded: long(CURLINFO_OS_ERRNO)) }

    /// The number of connections that were made for this request: 0 when one was reused.
    var newConnections: Int { long(CURLINFO_NUM_CONNECTS) }

    private func long(_ info: CURLINFO) -> Int {
        var value = 0
        return cc_get_long(handle, info, &value) == CURLE_OK ? value : 0
    }

    // MARK: Setting up

    private func setUp(_ plan: TransferPlan) -> Bool {
        var isDone = true
        func set(_ option: CURLoption, _ value: Int) {
            isDone = isDone && cc_set_long(handle, option, value) == CURLE_OK
        }
        func set(_ option: CURLoption, _ value: String?) {
            isDone = isDone && cc_set_string(handle, option, value) == CURLE_OK
        }
        set(CURLOPT_URL, plan.url)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        // Not even for loopback: libcurl would take a proxy from the environment.
        set(CURLOPT_PROXY, plan.proxy)
        set(CURLOPT_NOPROXY, "")
        isDone = isDone && cc_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText) == CURLE_OK

        // All trust evaluation is Trust's: libcurl checks nothing and loads no store.
        set(CURLOPT_SSL_VERIFYPEER, 0)
        set(CURLOPT_SSL_VERIFYHOST, 0)
        set(CURLOPT_CAINFO, nil)
        set(CURLOPT_CAPATH, nil)
        set(CURLOPT_PROXY_SSL_VERIFYPEER, 0)
        set(CURLOPT_PROXY_SSL_VERIFYHOST, 0)
        set(CURLOPT_PROXY_CAINFO, nil)
        set(CURLOPT_PROXY_CAPATH, nil)
        set(CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_0))
        // The range of versions is set in the hook; libcurl's default would narrow it.
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_0))
        set(CURLOPT_HTTP_VERSION, plan.offersHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)

        // A day: `Deadlines` measures, and stands still while a challenge is held.
        set(CURLOPT_CONNECTTIMEOUT_MS, 86_400_000)
        if plan.isFresh {
            // Both are needed: a new connection alone would resume a session, and then no challenge comes either.
            set(CURLOPT_FRESH_CONNECT, 1)
            set(CURLOPT_FORBID_REUSE, 1)
            set(CURLOPT_SSL_SESSIONID_CACHE, 0)
        }
        switch plan.family {
        case .v4: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V4))
        case .v6: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V6))
        case nil: break
        }
        if plan.unpacks { set(CURLOPT_ACCEPT_ENCODING, "") }
        setMethod(plan, set: set, setText: set)
        setLists(plan)
        return isDone
    }

    private func setMethod(
        _ plan: TransferPlan,
        set: (CURLoption, Int) -> Void,
        setText: (CURLoption, String?) -> Void
    ) {
        if let stream = plan.bodyStream {
            set(CURLOPT_POST, 1)
            _ = cc_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, stream.count)
            if plan.method != "POST" { setText(CURLOPT_CUSTOMREQUEST, plan.method) }
        } else if let body = plan.body {
            set(CURLOPT_POST, 1)
            _ = cc_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, body.count)
            body.withUnsafeBytes { bytes in
                // An empty body has no address; libcurl wants one all the same.
                var nothing: UInt8 = 0
                withUnsafeMutablePointer(to: &nothing) { empty in
                    let start = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) } ?? .init(empty)
                    _ = cc_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, start)
                }
            }
            if plan.method != "POST" { setText(CURLOPT_CUSTOMREQUEST, plan.method) }
        } else if plan.method == "HEAD" {
            set(CURLOPT_NOBODY, 1)
        } else {
            set(CURLOPT_HTTPGET, 1)
            if plan.method != "GET" { setText(CURLOPT_CUSTOMREQUEST, plan.method) }
        }
    }

    private func setLists(_ plan: TransferPlan) {
        if let headers = list(plan.headers) { _ = cc_set_list(handle, CURLOPT_HTTPHEADER, headers) }
        if let connectTo = plan.connectTo, let entry = list([connectTo]) {
            _ = cc_set_list(handle, CURLOPT_CONNECT_TO, entry)
        }
    }

    private func list(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = curl_slist_append(list, line) ?? list }
        if let list { lists.append(list) }
        return list
    }

    private func setUpCallbacks(sockets: SocketTable, sendsBody: Bool) -> Bool {
        let me = Unmanaged.passUnretained(self).toOpaque()
        _ = cc_set_pointer(handle, CURLOPT_PRIVATE, me)
        cc_set_write_callback(handle, onBody, me)
        cc_set_header_callback(handle, onHeader, me)
        cc_set_open_callback(handle, onOpen, me)
        cc_set_request_callback(handle, onRequest, me)
        if body != nil { cc_set_read_callbacks(handle, onRead, onSeek, me) }
        if sendsBody { cc_set_progress_callback(handle, onProgress, me) }
        // A connection outlives the transfer that opened it, so this one gets the pool's table.
        cc_set_close_callback(handle, onClose, Unmanaged.passUnretained(sockets).toOpaque())
        return cc_set_ssl_context_callback(handle, onTLSContext, me) == CURLE_OK
    }
}

// MARK: What libcurl calls

private func transfer(_ context: UnsafeMutableRawPointer?) -> (any CurlTransferDelegate)? {
    context.flatMap { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue().delegate }
}

private func onBody(bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?)
    -> Int
{
    transfer(context)?.didReceiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
}

/// libcurl asks for more of the body.
private func onRead(bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?)
    -> Int
{
    guard let context, let bytes, let body = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().body
    else { return Int(CURL_READFUNC_ABORT) }
    let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    return body.read(into: buffer) ?? Int(CURL_READFUNC_ABORT)
}

/// libcurl begins the body again: after a question for a password, or on another connection.
private func onSeek(context: UnsafeMutableRawPointer?, offset: curl_off_t, origin: Int32) -> Int32 {
    guard let context, origin == SEEK_SET,
        let body = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().body
    else { return CURL_SEEKFUNC_FAIL }
    return body.seek(to: Int(offset)) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
}

private func onHeader(bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?)
    -> Int
{
    transfer(context)?.didReceiveHeaderLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
}

private func onOpen(
    context: UnsafeMutableRawPointer?,
    purpose: curlsocktype,
    address: UnsafeMutablePointer<curl_sockaddr>?
) -> Int32 {
    guard let address else { return -1 }
    let socket = cc_open_socket(address)
    guard socket >= 0 else { return socket }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let port = cc_describe_address(address, &text, socklen_t(text.count))
    let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    transfer(context)?.didOpenSocket(socket, address: name, port: Int(port))
    return socket
}

private func onClose(context: UnsafeMutableRawPointer?, socket: Int32) -> Int32 {
    if let context {
        Unmanaged<SocketTable>.fromOpaque(context).takeUnretainedValue().close(socket)
    } else {
        close(socket)
    }
    return 0
}

private func onTLSContext(
    handle: UnsafeMutableRawPointer?,
    tlsContext: UnsafeMutableRawPointer?,
    context: UnsafeMutableRawPointer?
) -> CURLcode {
    guard let tlsContext, let delegate = transfer(context) else { return CURLE_ABORTED_BY_CALLBACK }
    return delegate.didMakeTLSContext(OpaquePointer(tlsContext)) ? CURLE_OK : CURLE_ABORTED_BY_CALLBACK
}

private func onRequest(
    context: UnsafeMutableRawPointer?,
    peer: UnsafeMutablePointer<CChar>?,
    own: UnsafeMutablePointer<CChar>?,
    peerPort: Int32,
    ownPort: Int32
) -> Int32 {
    // libcurl does not name the socket here, but it names the port that the socket has on this side.
    transfer(context)?.isAboutToSend(from: Int(ownPort))
    return CURL_PREREQFUNC_OK
}

private func onProgress(
    context: UnsafeMutableRawPointer?,
    downloadTotal: curl_off_t,
    downloaded: curl_off_t,
    uploadTotal: curl_off_t,
    uploaded: curl_off_t
) -> Int32 {
    if uploaded > 0 { transfer(context)?.didSendBody(bytes: Int(uploaded)) }
    return 0
}
