#if !canImport(Darwin)
import UsecasesCCurl
import Foundation
import HTTPTypes
import Synchronization
import UsecasesEngine
import UsecasesSystem

/// An exchange that libcurl performs. It ends once, when it is complete, fails or is cancelled.
final class CurlExchange: Sendable {
    /// The maximum number of unread bytes before the transfer is paused.
    private static let bufferLimit = 1 << 18

    private struct State {
        var reader = ResponseHeadReader()
        var head: HTTPResponse?
        /// The bytes that were received but not read yet. They are not decoded.
        var bytes = Data()
        var isHeldBack = false
        /// Whether libcurl has chosen a proxy of the environment.
        var usesProxy = false
        /// Whether the request was sent, to the server or to a proxy. A request for a tunnel comes before it.
        var hasSent = false
        var end: Result<Void, TransportError>?
        /// Closures that are each called once, when the state has changed.
        var waiters: [@Sendable () -> Void] = []
    }

    let handle: CurlHandle
    private let request: APIRequest
    private let loop: CurlLoop
    /// `nil` for an empty body.
    let upload: CurlUpload?
    private let state = Mutex(State())
    nonisolated(unsafe) private let lists: CurlLists

    init(_ request: APIRequest, authorities: String?, on loop: CurlLoop) throws(TransportError) {
        guard let handle = CurlHandle(loop.library) else { throw TransportError(.other, causedBy: OutOfMemory()) }
        self.handle = handle
        self.request = request
        self.loop = loop
        upload = request.body.isEmpty ? nil : CurlUpload(request.body)
        let options = CurlOptions(library: loop.library, handle: handle)
        lists = CurlLists(of: request, library: loop.library)
        options.set(request, lists: lists, authorities: authorities)
        options.set(receiver: self)
    }

    /// Whether the exchange has not been cancelled.
    var isWanted: Bool { state.withLock { $0.end == nil } }

    // MARK: - For the caller

    func start() { loop.start(self) }

    func cancel() {
        let isAtProxy = state.withLock { $0.usesProxy && !$0.hasSent }
        let error = TransportError(.cancelled)
        if finish(.failure(isAtProxy ? error.atProxy : error), forgetting: true) { loop.stop(self) }
    }

    /// Waits for the head and returns it.
    func head() async throws(TransportError) -> HTTPResponse {
        try await wait { state in
            if let head = state.head { return .success(head) }
            return state.end.map { $0.flatMap { .failure(TransportError(.disconnected(.connectionLost))) } }
        }.get()
    }

    /// Returns the bytes that were received since the last call, at least one. Returns `nil` after the last byte.
    func bytes() async throws(TransportError) -> Data? {
        try await wait { [self] state in
            if !state.bytes.isEmpty {
                defer { state.bytes = Data() }
                if state.isHeldBack {
                    state.isHeldBack = false
                    loop.proceed(self)
                }
                return .success(state.bytes)
            }
            return state.end.map { $0.map { nil } }
        }.get()
    }

    private func wait<Value: Sendable>(
        for ready: @escaping @Sendable (inout State) -> Result<Value, TransportError>?
    ) async -> Result<Value, TransportError> {
        while true {
            let value =
                await withTaskCancellationHandler {
                    await withCheckedContinuation { continuation in
                        let value = state.withLock { state in
                            let value = ready(&state)
                            if value == nil { state.waiters.append { continuation.resume(returning: nil) } }
                            return value
                        }
                        if let value { continuation.resume(returning: value) }
                    }
                } onCancel: {
                    cancel()
                } as Result<Value, TransportError>?
            if let value { return value }
        }
    }

    // MARK: - On the thread that is using libcurl

    /// Whether a message reports the proxy of a variable. libcurl reports `no_proxy` in the same words.
    private static func isAboutProxy(_ message: UnsafeRawBufferPointer) -> Bool {
        let words = "Uses proxy env variable "
        let name = message.dropFirst(words.utf8.count)
        return message.starts(with: words.utf8) && !name.starts(with: "no_".utf8) && !name.starts(with: "NO_".utf8)
    }

    /// Receives a message of libcurl about its work.
    func note(_ kind: Int32, _ bytes: UnsafeRawBufferPointer) {
        switch Int(kind) {
        case CURLINFO_TEXT where Self.isAboutProxy(bytes): state.withLock { $0.usesProxy = true }
        case CURLINFO_HEADER_OUT where !bytes.starts(with: "CONNECT ".utf8): state.withLock { $0.hasSent = true }
        default: break
        }
    }

    /// Receives a line of the head. Returns whether to continue.
    func receive(line: UnsafeRawBufferPointer) -> Bool {
        let outcome = change(wakingIf: { $0.head != nil }) { state -> TransportError.Kind? in
            guard state.end == nil else { return .cancelled }
            do throws(ExchangeFault.AnswerFlaw) {
                guard let head = try state.reader.read(line) else { return nil }
                state.head = head
                return excess(announced: head)
            } catch {
                return .malformed(error)
            }
        }
        return stop(for: outcome)
    }

    enum Reception {
        case taken, heldBack, refused
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Reception {
        var isHeldBack = false
        let outcome = change(wakingIf: { _ in true }) { state -> TransportError.Kind? in
            guard state.end == nil else { return .cancelled }
            guard state.bytes.count < Self.bufferLimit else {
                state.isHeldBack = true
                isHeldBack = true
                return nil
            }
            state.bytes.append(contentsOf: bytes)
            return nil
        }
        if isHeldBack { return .heldBack }
        return stop(for: outcome) ? .taken : .refused
    }

    /// Returns the outcome for a result of libcurl. Must be called before the handle is released.
    func outcome(of result: Int32) -> Result<Void, TransportError> {
        let (hasHead, usesProxy, hasSent) = state.withLock { ($0.head != nil, $0.usesProxy, $0.hasSent) }
        guard result == 0 else {
            let failure = CurlFailure(
                result: result, words: String(cString: handle.words), isSecure: request.head.scheme == "https",
                usesProxy: usesProxy, hasSent: hasSent, hasHead: hasHead,
                verification: curl_get_number(
                    loop.library.functions, handle.easy, Int32(CURLINFO_SSL_VERIFYRESULT)),
                connectStatus: curl_get_number(
                    loop.library.functions, handle.easy, Int32(CURLINFO_HTTP_CONNECTCODE)))
            return .failure(upload?.failure ?? failure.error)
        }
        // libcurl treats a truncated head as complete.
        return hasHead ? .success(()) : .failure(TransportError(.disconnected(.connectionLost), causedBy: HeadCut()))
    }

    /// Ends the exchange if `kind` is not `nil`. Returns whether to continue.
    private func stop(for kind: TransportError.Kind?) -> Bool {
        guard let kind else { return true }
        finish(.failure(TransportError(kind)))
        return false
    }

    private func excess(announced head: HTTPResponse) -> TransportError.Kind? {
        guard !request.isStreamed, request.head.method != .head, head.coding == nil,
            let text = head.headerFields[.contentLength], let length = Int(text), length > request.responseLimit
        else { return nil }
        return .tooLarge(limit: request.responseLimit, status: head.status.code)
    }

    /// Ends the exchange, unless it has already ended. Returns whether this call ended it.
    @discardableResult
    func finish(_ end: Result<Void, TransportError>, forgetting: Bool = false) -> Bool {
        change(wakingIf: { _ in true }) { state in
            guard state.end == nil else { return false }
            state.end = end
            if forgetting { state.bytes = Data() }
            return true
        }
    }

    private func change<Value>(wakingIf isNews: (State) -> Bool, _ body: (inout State) -> Value) -> Value {
        let (value, waiters) = state.withLock { state in
            let value = body(&state)
            guard isNews(state) else { return (value, [] as [@Sendable () -> Void]) }
            defer { state.waiters = [] }
            return (value, state.waiters)
        }
        for waiter in waiters { waiter() }
        return value
    }
}

/// The error of a connection that was closed before the empty line that ends the head.
private struct HeadCut: Error, CustomStringConvertible {
    let description = "the connection was closed within the head of the response"
}

private struct OutOfMemory: Error, CustomStringConvertible {
    let description = "libcurl has no memory for an exchange"
}
#endif
