#if !canImport(Darwin)
import UsecasesCCurl
import Foundation
import HTTPTypes

/// Sets the options of a handle.
struct CurlOptions {
    let library: CurlLibrary
    let handle: CurlHandle

    func set(_ request: APIRequest, lists: CurlLists, authorities: String?) {
        set(CURLOPT_URL, request.url)
        set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(handle.words))
        set(CURLOPT_HTTPHEADER, lists.fields)
        set(CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_HTTP09_ALLOWED, 0)
        set(CURLOPT_HTTP_CONTENT_DECODING, 0)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_NOSIGNAL, 1)
        // Otherwise a request that is cancelled during its name lookup would block all others until the lookup ends.
        set(CURLOPT_QUICK_EXIT, 1)
        // The caller limits the duration.
        set(CURLOPT_CONNECTTIMEOUT_MS, 86_400_000)
        // A paused stream pauses its whole connection, so it needs a separate connection.
        set(
            CURLOPT_HTTP_VERSION,
            library.offersHTTP2 && !request.isStreamed ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
        // libcurl automatically resends a request if a reused connection turns out to be closed.
        if request.isStreamed || !request.isRepeatable { set(CURLOPT_FRESH_CONNECT, 1) }
        if let authorities { set(CURLOPT_CAINFO, authorities) }
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        set(CURLOPT_PROXY_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let place = lists.place {
            // The variables name a proxy also for this machine, and a proxy could read unencrypted requests.
            set(CURLOPT_PROXY, "")
            set(CURLOPT_CONNECT_TO, place)
        }
        setMethod(of: request)
    }

    private func setMethod(of request: APIRequest) {
        let method = request.head.method
        if method == .head, request.body.isEmpty {
            set(CURLOPT_NOBODY, 1)
        } else if request.isPosted {
            set(CURLOPT_POST, 1)
            _ = curl_set_size(
                library.functions, handle.easy, Int32(CURLOPT_POSTFIELDSIZE_LARGE), Int64(request.body.length))
        }
        if method != .head || !request.body.isEmpty { set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
    }

    /// Sets the receiver of the handle's callbacks. The caller must keep the receiver alive while the handle is in use.
    func set(receiver exchange: CurlExchange) {
        let context = Unmanaged.passUnretained(exchange).toOpaque()
        set(CURLOPT_HEADERDATA, context)
        set(CURLOPT_WRITEDATA, context)
        set(CURLOPT_READDATA, context)
        set(CURLOPT_SEEKDATA, context)
        set(CURLOPT_DEBUGDATA, context)
        set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
            return exchange.receive(line: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
            return switch exchange.receive(UnsafeRawBufferPointer(start: bytes, count: size * count)) {
            case .taken: size * count
            case .heldBack: Int(CURL_WRITEFUNC_PAUSE)
            // A number different from the number of bytes signals a failure. For 0 bytes, the number must not be 0.
            case .refused: size * count == 0 ? 1 : 0
            }
        }
        set(CURLOPT_READFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return Int(CURL_READFUNC_ABORT) }
            let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            guard let upload = exchange.upload else { return 0 }
            return upload.read(into: buffer) ?? Int(CURL_READFUNC_ABORT)
        }
        _ = curl_set_seek_function(library.functions, handle.easy, Int32(CURLOPT_SEEKFUNCTION)) {
            context, offset, origin in
            guard let context, offset == 0, origin == SEEK_SET else { return Int32(CURL_SEEKFUNC_CANTSEEK) }
            Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue().upload?.restart()
            return Int32(CURL_SEEKFUNC_OK)
        }
        // libcurl does not report otherwise whether it uses a proxy.
        set(CURLOPT_VERBOSE, 1)
        _ = curl_set_debug_function(library.functions, handle.easy, Int32(CURLOPT_DEBUGFUNCTION)) {
            _, kind, bytes, size, context in
            guard let bytes, let context else { return 0 }
            let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
            exchange.note(kind, UnsafeRawBufferPointer(start: bytes, count: size))
            return 0
        }
    }

    private func set(_ option: Int, _ value: Int) {
        _ = curl_set_number(library.functions, handle.easy, Int32(option), value)
    }

    private func set(_ option: Int, _ value: String) {
        _ = curl_set_text(library.functions, handle.easy, Int32(option), value)
    }

    private func set(_ option: Int, _ value: UnsafeMutableRawPointer?) {
        _ = curl_set_pointer(library.functions, handle.easy, Int32(option), value)
    }

    private func set(_ option: Int, _ value: @escaping curl_data_function) {
        _ = curl_set_data_function(library.functions, handle.easy, Int32(option), value)
    }
}

/// The lists of libcurl for an exchange, which must keep them until it has ended.
final class CurlLists {
    /// The header fields.
    let fields: UnsafeMutableRawPointer?
    /// The host on this machine that a connection is opened to. `nil` for a request to another machine.
    let place: UnsafeMutableRawPointer?
    private let library: CurlLibrary

    init(of request: APIRequest, library: CurlLibrary) {
        func list(_ lines: [String]) -> UnsafeMutableRawPointer? {
            lines.reduce(nil) { library.functions.pointee.slist_append($0, $1) ?? $0 }
        }
        self.library = library
        fields = list(Self.lines(of: request))
        place = LoopbackHost(of: request).flatMap { list(["::\($0.address):"]) }
    }

    deinit {
        library.functions.pointee.slist_free_all(fields)
        library.functions.pointee.slist_free_all(place)
    }

    private static func lines(of request: APIRequest) -> [String] {
        let fields = request.head.headerFields
        var lines = fields.map {
            $0.value.isEmpty ? "\($0.name.rawName);" : "\($0.name.rawName): \($0.value)"
        }
        if fields[.acceptEncoding] == nil { lines.append(offeredCodings) }
        // Omit the fields that libcurl adds by default. It adds the last two only with a body.
        if fields[.accept] == nil { lines.append("Accept:") }
        guard request.isPosted else { return lines }
        if fields[.contentType] == nil { lines.append("Content-Type:") }
        if fields[.expect] == nil { lines.append("Expect:") }
        return lines
    }

    private static let offeredCodings = "Accept-Encoding: \(ContentDecoder.offered.joined(separator: ", "))"
}

extension APIRequest {
    fileprivate var isPosted: Bool { !body.isEmpty || [.post, .put, .patch].contains(head.method) }
}
#endif
