import CNGHTTP2

/// The frames of one HTTP/2 connection, the server's side (RFC 9113); confined to the lab's thread.
final class HTTP2Session {
    /// A request that is complete, and the stream that waits for its response.
    struct Arrival {
        var stream: Int32
        var request: HTTPRequest
    }

    private struct Stream {
        var method = ""
        var target = ""
        var authority = ""
        var headers: [HTTPRequest.Field] = []
        var headerBytes = 0
        var body = HTTPRequest(method: "", target: "", isVersion11: true, headers: [])
        var response = HTTPResponse.Body.bytes([])
        var sent = 0
    }

    private let session: OpaquePointer
    private var streams: [Int32: Stream] = [:]
    private var arrivals: [Arrival] = []

    /// Streams at the same time.
    private static let streamLimit: UInt32 = 100

    /// Nil when memory is short.
    init?() {
        var callbacks: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0, let callbacks else { return nil }
        defer { nghttp2_session_callbacks_del(callbacks) }
        Self.set(callbacks)
        // The session needs to know of this object, which is whole only when it has its session.
        let owner = Owner()
        var made: OpaquePointer?
        let pointer = Unmanaged.passUnretained(owner).toOpaque()
        guard nghttp2_session_server_new(&made, callbacks, pointer) == 0, let made else { return nil }
        session = made
        self.owner = owner
        owner.session = self
        var limit = nghttp2_settings_entry(
            settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
            value: Self.streamLimit
        )
        nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), &limit, 1)
    }

    deinit { nghttp2_session_del(session) }

    /// What the callbacks reach this object through.
    private final class Owner {
        weak var session: HTTP2Session?
    }

    private let owner: Owner

    /// Takes bytes of the client; false when they break the protocol so that nothing more can be said.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let count = nghttp2_session_mem_recv(
            session,
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            bytes.count
        )
        return count == bytes.count
    }

    /// The requests that have come since the last call.
    func takeArrivals() -> [Arrival] {
        defer { arrivals = [] }
        return arrivals
    }

    /// The next bytes to send; empty when there are none now.
    func nextBytes() -> [UInt8] {
        var bytes: UnsafePointer<UInt8>?
        let count = nghttp2_session_mem_send(session, &bytes)
        guard count > 0, let bytes else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Whether nothing more is to be read or sent.
    var isFinished: Bool { nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0 }

    /// Answers a stream; nothing is done where it is gone.
    func respond(_ response: HTTPResponse, to stream: Int32, isHead: Bool) {
        guard streams[stream] != nil else { return }
        let hasBody = !isHead && response.mayHaveBody
        streams[stream]?.response = hasBody ? response.body : .bytes([])
        var fields = [(":status", "\(response.status)")]
        fields += response.fields(isFramed: true, closes: false).map { ($0.name.lowercased(), $0.value) }
        var provider = nghttp2_data_provider()
        provider.read_callback = { _, stream, buffer, room, flags, _, owner in
            guard let buffer, let session = HTTP2Session.of(owner) else {
                return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
            }
            let (count, isLast) = session.fill(UnsafeMutableBufferPointer(start: buffer, count: room), for: stream)
            if isLast { flags?.pointee |= UInt32(NGHTTP2_DATA_FLAG_EOF.rawValue) }
            return count
        }
        Self.withFields(fields) { fields in
            withUnsafePointer(to: &provider) { body in
                _ = nghttp2_submit_response(session, stream, fields.baseAddress, fields.count, hasBody ? body : nil)
            }
        }
    }

    /// Puts the next part of a response's body where it is wanted.
    private func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>, for stream: Int32) -> (count: Int, isLast: Bool) {
        guard let state = streams[stream] else { return (0, true) }
        let total: Int
        let count: Int
        switch state.response {
        case .bytes(let bytes):
            total = bytes.count
            count = min(buffer.count, total - state.sent)
            _ = buffer.update(fromContentsOf: bytes[state.sent..<(state.sent + count)])
        case .filler(let size):
            total = size
            count = min(buffer.count, total - state.sent)
            buffer.prefix(count).update(repeating: UInt8(ascii: "."))
        }
        streams[stream]?.sent += count
        return (count, state.sent + count == total)
    }

    // MARK: What the session tells

    private static func of(_ owner: UnsafeMutableRawPointer?) -> HTTP2Session? {
        owner.flatMap { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue().session }
    }

    private static func set(_ callbacks: OpaquePointer) {
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, owner in
            guard let frame, frame.pointee.hd.type == UInt8(NGHTTP2_HEADERS.rawValue) else { return 0 }
            HTTP2Session.of(owner)?.began(frame.pointee.hd.stream_id)
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _,
            frame,
            name,
            nameCount,
            value,
            count,
            _,
            owner in
            guard let frame, let name, let value, let session = HTTP2Session.of(owner) else { return 0 }
            return session.header(
                frame.pointee.hd.stream_id,
                String(decoding: UnsafeBufferPointer(start: name, count: nameCount), as: UTF8.self),
                String(decoding: UnsafeBufferPointer(start: value, count: count), as: UTF8.self)
            )
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, bytes, count, owner in
            guard let bytes else { return 0 }
            let body = UnsafeBufferPointer(start: bytes, count: count)
            HTTP2Session.of(owner)?.streams[stream]?.body.addBody(body)
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
            guard let header = frame?.pointee.hd, header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0,
                [UInt8(NGHTTP2_HEADERS.rawValue), UInt8(NGHTTP2_DATA.rawValue)].contains(header.type)
            else { return 0 }
            HTTP2Session.of(owner)?.ended(header.stream_id)
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, _, owner in
            HTTP2Session.of(owner)?.streams[stream] = nil
            return 0
        }
    }

    private func began(_ stream: Int32) { if streams[stream] == nil { streams[stream] = Stream() } }

    /// One field of a request's head; other than 0 resets the stream.
    private func header(_ stream: Int32, _ name: String, _ value: String) -> Int32 {
        guard var state = streams[stream] else { return 0 }
        state.headerBytes += name.utf8.count + value.utf8.count + 32
        guard state.headerBytes <= HTTPRequestParser.headLimit else {
            return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
        }
        switch name {
        case ":method": state.method = value
        case ":path": state.target = value
        case ":authority": state.authority = value
        case _ where name.hasPrefix(":"): break
        default: state.headers.append((name, value))
        }
        streams[stream] = state
        return 0
    }

    private func ended(_ stream: Int32) {
        guard let state = streams[stream] else { return }
        var request = state.body
        request.method = state.method
        request.target = state.target
        let host = state.authority.isEmpty ? [] : [HTTPRequest.Field("host", state.authority)]
        request.headers = host + state.headers
        arrivals.append(Arrival(stream: stream, request: request))
    }

    /// Lends fields in nghttp2's own form, all of their bytes in one piece.
    private static func withFields(
        _ fields: [(String, String)],
        _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Void
    ) {
        var bytes = fields.flatMap { Array($0.0.utf8) + Array($0.1.utf8) }
        bytes.withUnsafeMutableBufferPointer { memory in
            var place = memory.baseAddress
            let entries = fields.map { name, value -> nghttp2_nv in
                let nameCount = name.utf8.count
                let valueCount = value.utf8.count
                defer { place = place?.advanced(by: nameCount + valueCount) }
                return nghttp2_nv(
                    name: place,
                    value: place?.advanced(by: nameCount),
                    namelen: nameCount,
                    valuelen: valueCount,
                    flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)
                )
            }
            entries.withUnsafeBufferPointer(body)
        }
    }
}
