#if AsyncHTTPClient
import AsyncHTTPClient
import Domain
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Synchronization

/// Performs exchanges with AsyncHTTPClient on the event loops shared by the whole process; intended for many calls.
package final class AsyncHTTPClientTransport: HttpTransport {
    /// Whether trusted certificates can be given in a file.
    package static let trustsFiles = true

    private let authorities: String?
    /// `nil` before the first request, as a run that makes none need not pay for them.
    private let clients = Mutex<AsyncHTTPClients?>(nil)

    /// `authorities` is a PEM file of certificates that are trusted instead of the system's.
    package init(authorities: String? = nil) {
        self.authorities = authorities
    }

    private func openClients() -> AsyncHTTPClients {
        clients.withLock { clients in
            let opened = clients ?? AsyncHTTPClients(authorities: authorities, proxies: ProxyVariables())
            clients = opened
            return opened
        }
    }

    package func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse {
        if let flaw = request.flaw { throw TransportError(.unsendable(flaw), request: request) }
        if Task.isCancelled { throw TransportError(.cancelled, request: request) }
        let response: HTTPClientResponse
        do {
            let client = try openClients().client(for: request)
            response = try await client.execute(HTTPClientRequest(request), deadline: .distantFuture)
        } catch let error as TransportError {
            throw error.about(request)
        } catch {
            throw TransportError(asyncHTTPClient: error, request)
        }
        let head = HTTPResponse(response)
        guard !request.isStreamed else {
            if head.isCoded { throw TransportError(.malformed(.coding), request: request) }
            let body = ResponsePieces(response.body, request, self)
            let stream = HttpBodyStream(
                pull: { () async throws(TransportError) in try await body.next() }, stop: { body.cancel() })
            return HttpResponse(head, body: .stream(stream), to: request)
        }
        let excess = TransportError(.tooLarge(limit: request.responseLimit, status: head.status.code), request: request)
        let announced = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
        if request.head.method != .head, announced > request.responseLimit { throw excess }
        do {
            var data = Data()
            for try await piece in response.body {
                guard data.count + piece.readableBytes <= request.responseLimit else { throw excess }
                data.append(contentsOf: piece.readableBytesView)
            }
            if head.isCoded, !data.isEmpty { throw TransportError(.malformed(.coding), request: request) }
            return HttpResponse(head, body: .complete(data), to: request)
        } catch let error as TransportError {
            throw error
        } catch {
            throw TransportError(asyncHTTPClient: error, request)
        }
    }
}

/// The body of one response, which has one reader.
private actor ResponsePieces {
    private var iterator: HTTPClientResponse.Body.AsyncIterator?
    private let request: HttpRequest
    /// Keeps the transport alive, as its client must not be shut down before the body has been read.
    private let transport: AsyncHTTPClientTransport

    init(_ body: HTTPClientResponse.Body, _ request: HttpRequest, _ transport: AsyncHTTPClientTransport) {
        iterator = body.makeAsyncIterator()
        self.transport = transport
        self.request = request
    }

    func next() async throws(TransportError) -> Data? {
        guard let taken = iterator else { throw TransportError(.cancelled, request: request) }
        iterator = nil
        // There is no other access: the iterator was taken out of the actor, and is put back when the piece has
        // arrived.
        nonisolated(unsafe) var iterator = taken
        do {
            guard let piece = try await iterator.next() else { return nil }
            self.iterator = iterator
            return Data(piece.readableBytesView)
        } catch {
            throw TransportError(asyncHTTPClient: error, request)
        }
    }

    /// Releasing the body closes the connection.
    nonisolated func cancel() {
        Task { await forget() }
    }

    private func forget() { iterator = nil }
}

extension HTTPClientRequest {
    fileprivate init(_ request: HttpRequest) {
        self.init(url: request.url)
        method = HTTPMethod(rawValue: request.head.method.rawValue)
        for field in request.head.headerFields { headers.add(name: field.name.rawName, value: field.value) }
        if request.head.headerFields[.acceptEncoding] == nil {
            headers.add(name: "Accept-Encoding", value: "gzip, deflate")
        }
        if let data = request.body.data {
            if !data.isEmpty { body = .bytes(ByteBuffer(bytes: data)) }
        } else {
            body = .stream(BodyPieces(body: request.body), length: .known(Int64(request.body.length)))
        }
    }
}

/// A body in pieces, read on a thread that may block.
private struct BodyPieces: AsyncSequence, Sendable {
    let body: HttpBody

    func makeAsyncIterator() -> Iterator { Iterator(reader: BodyReader(body)) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: BodyReader

        func next() async throws -> ByteBuffer? { try await reader.read().map { ByteBuffer(bytes: $0) } }
    }
}

private actor BodyReader {
    private let executor = BlockingExecutor(label: "\(Product.name).upload")
    private let reader: HttpBodyReader

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ body: HttpBody) {
        reader = HttpBodyReader(body)
    }

    func read() throws -> Data? { try reader.read(upTo: 1 << 16) }
}

extension HTTPResponse {
    fileprivate init(_ response: HTTPClientResponse) {
        self.init(status: Status(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase))
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name) else { continue }
            headerFields.append(HTTPField(name: name, value: value))
        }
        forgetCoding(["gzip", "deflate"])
    }
}
#endif
