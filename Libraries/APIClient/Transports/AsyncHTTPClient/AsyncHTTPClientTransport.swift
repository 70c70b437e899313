#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Synchronization
import Usecases
import UsecasesSystem

/// A transport that uses AsyncHTTPClient, on event loops that the whole process shares. Suitable for many calls.
public final class AsyncHTTPClientTransport: TimedTransport {
    /// Whether trusted certificates can be read from a file.
    package static let trustsFiles = true

    private let authorities: String?
    /// `nil` before the first request, because a run may send no requests.
    private let clients = Mutex<AsyncHTTPClients?>(nil)

    /// `authorities` is the path of a PEM file. Its certificates are trusted instead of the system's.
    public init(authorities: String? = nil) {
        self.authorities = authorities
    }

    private func openClients() -> AsyncHTTPClients {
        clients.withLock { clients in
            let opened = clients ?? AsyncHTTPClients(authorities: authorities, proxies: ProxyVariables())
            clients = opened
            return opened
        }
    }

    /// Performs one exchange. For a streamed response, the deadline applies only to the head.
    package func send(_ request: APIRequest, until deadline: Deadline?) async throws(TransportError) -> APIResponse {
        do {
            if let flaw = request.flaw { throw TransportError(.unsendable(flaw)) }
            if Task.isCancelled { throw TransportError(.cancelled) }
            let client = try openClients().client(for: request)
            if request.isStreamed { return try await stream(request, client, deadline) }
            return try await request.body.data == nil
                ? upload(request, client, deadline) : complete(request, client, deadline)
        } catch let error as TransportError {
            throw error.about(request)
        } catch {
            if let deadline, error as? HTTPClientError == .deadlineExceeded { throw deadline.error.about(request) }
            throw TransportError(asyncHTTPClient: error, request)
        }
    }

    /// The event loop of the connection collects the response and resumes this task once.
    private func complete(
        _ request: APIRequest, _ client: HTTPClient, _ deadline: Deadline?
    ) async throws -> APIResponse {
        let exchange = client.execute(
            request: try HTTPClient.Request(request), delegate: ResponseDelegate(request), deadline: deadline?.nio)
        return try await withTaskCancellationHandler {
            try await exchange.get()
        } onCancel: {
            exchange.cancel()
        }
    }

    /// Uploads a body. A server may respond and close the connection before the client knows that the whole body was
    /// sent. The delegate API of AsyncHTTPClient reports this as a lost connection.
    private func upload(
        _ request: APIRequest, _ client: HTTPClient, _ deadline: Deadline?
    ) async throws -> APIResponse {
        let exchange = { @Sendable () async throws in
            let response = try await client.execute(HTTPClientRequest(request), deadline: .distantFuture)
            var parts = try ResponseParts(HTTPResponse(response.status, response.headers), to: request)
            for try await piece in response.body { try parts.append(piece) }
            return try parts.response
        }
        guard let deadline else { return try await exchange() }
        return try await withDeadline(deadline) { () async throws(TransportError) in
            do {
                return try await exchange()
            } catch {
                throw error as? TransportError ?? TransportError(asyncHTTPClient: error, request)
            }
        }
    }

    /// Performs a streamed exchange. The deadline applies only to the head.
    private func stream(
        _ request: APIRequest, _ client: HTTPClient, _ deadline: Deadline?
    ) async throws -> APIResponse {
        let response = try await client.execute(HTTPClientRequest(request), deadline: deadline?.nio ?? .distantFuture)
        let head = HTTPResponse(response.status, response.headers)
        if head.isCoded { throw TransportError(.malformed(.coding)) }
        let body = ResponsePieces(response.body, request, self)
        let stream = HTTPBodyStream(
            pull: { () async throws(TransportError) in try await body.next() }, stop: { body.cancel() })
        return APIResponse(head, body: .stream(stream), to: request)
    }
}

extension Deadline {
    fileprivate var nio: NIODeadline {
        let rest = remaining / .nanoseconds(1)
        return .now() + .nanoseconds(Int64(min(max(rest, 0), 1e18)))
    }
}

/// A response that is being collected. Throws as soon as it is known to be too large.
private struct ResponseParts {
    private let request: APIRequest
    private let head: HTTPResponse
    private var data = Data()

    init(_ head: HTTPResponse, to request: APIRequest) throws(TransportError) {
        self.request = request
        self.head = head
        let announced = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
        if request.head.method != .head, announced > request.responseLimit { throw excess }
    }

    mutating func append(_ piece: ByteBuffer) throws(TransportError) {
        guard data.count + piece.readableBytes <= request.responseLimit else { throw excess }
        piece.withUnsafeReadableBytes { data.append(contentsOf: $0) }
    }

    var response: APIResponse {
        get throws(TransportError) {
            if head.isCoded, !data.isEmpty { throw TransportError(.malformed(.coding)) }
            return APIResponse(head, body: .complete(data), to: request)
        }
    }

    private var excess: TransportError {
        TransportError(.tooLarge(limit: request.responseLimit, status: head.status.code))
    }
}

private final class ResponseDelegate: HTTPClientResponseDelegate {
    private let request: APIRequest
    private let parts = Mutex<ResponseParts?>(nil)

    init(_ request: APIRequest) {
        self.request = request
    }

    func didReceiveHead(task: HTTPClient.Task<APIResponse>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        task.eventLoop.makeCompletedFuture {
            let parts = try ResponseParts(HTTPResponse(head.status, head.headers), to: request)
            self.parts.withLock { $0 = parts }
        }
    }

    func didReceiveBodyPart(task: HTTPClient.Task<APIResponse>, _ piece: ByteBuffer) -> EventLoopFuture<Void> {
        task.eventLoop.makeCompletedFuture { try parts.withLock { try $0?.append(piece) } }
    }

    func didFinishRequest(task: HTTPClient.Task<APIResponse>) throws -> APIResponse {
        guard let parts = parts.withLock({ $0 }) else { throw HTTPClientError.remoteConnectionClosed }
        return try parts.response
    }
}

/// The body of a response. It has one reader.
private actor ResponsePieces {
    private var iterator: HTTPClientResponse.Body.AsyncIterator?
    private let request: APIRequest
    /// Keeps the transport alive, because its client must not shut down before the body has been read.
    private let transport: AsyncHTTPClientTransport

    init(_ body: HTTPClientResponse.Body, _ request: APIRequest, _ transport: AsyncHTTPClientTransport) {
        iterator = body.makeAsyncIterator()
        self.transport = transport
        self.request = request
    }

    func next() async throws(TransportError) -> Data? {
        guard let taken = iterator else { throw TransportError(.cancelled, request: request) }
        iterator = nil
        // No other code accesses the iterator. It is removed from the actor until the piece has arrived.
        nonisolated(unsafe) var iterator = taken
        do {
            guard let piece = try await iterator.next() else { return nil }
            self.iterator = iterator
            return Data(piece.readableBytesView)
        } catch {
            throw TransportError(asyncHTTPClient: error, request)
        }
    }

    /// Closes the connection by releasing the body.
    nonisolated func cancel() {
        Task { await forget() }
    }

    private func forget() { iterator = nil }
}

extension HTTPClientRequest {
    fileprivate init(_ request: APIRequest) {
        self.init(url: request.url)
        method = HTTPMethod(rawValue: request.head.method.rawValue)
        headers = HTTPHeaders(of: request)
        if let data = request.body.data {
            if !data.isEmpty { body = .bytes(ByteBuffer(bytes: data)) }
        } else {
            body = .stream(BodyPieces(body: request.body), length: .known(Int64(request.body.length)))
        }
    }
}

extension HTTPClient.Request {
    /// The body must be in memory.
    fileprivate init(_ request: APIRequest) throws {
        try self.init(
            url: request.url, method: HTTPMethod(rawValue: request.head.method.rawValue),
            headers: HTTPHeaders(of: request),
            body: request.body.data.flatMap { $0.isEmpty ? nil : .byteBuffer(ByteBuffer(bytes: $0)) })
    }
}

extension HTTPHeaders {
    fileprivate init(of request: APIRequest) {
        self.init()
        reserveCapacity(request.head.headerFields.count + 1)
        for field in request.head.headerFields { add(name: field.name.rawName, value: field.value) }
        if request.head.headerFields[.acceptEncoding] == nil { add(name: "Accept-Encoding", value: "gzip, deflate") }
    }
}

/// The pieces of a body, read on a thread that may block.
private struct BodyPieces: AsyncSequence, Sendable {
    let body: HTTPBody

    func makeAsyncIterator() -> Iterator { Iterator(reader: BodyReader(body)) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: BodyReader

        func next() async throws -> ByteBuffer? { try await reader.read().map { ByteBuffer(bytes: $0) } }
    }
}

private actor BodyReader {
    private let executor = BlockingExecutor(label: "usecases.upload")
    private let reader: HTTPBodyReader

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ body: HTTPBody) {
        reader = HTTPBodyReader(body)
    }

    func read() throws -> Data? { try reader.read(upTo: 1 << 16) }
}

extension HTTPResponse {
    fileprivate init(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) {
        self.init(status: Status(code: Int(status.code), reasonPhrase: status.reasonPhrase))
        headerFields.reserveCapacity(headers.count)
        for (name, value) in headers {
            guard let name = HTTPField.Name(name) else { continue }
            headerFields.append(HTTPField(name: name, value: value))
        }
        forgetCoding(["gzip", "deflate"])
    }
}
#endif
