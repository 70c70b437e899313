#if canImport(Darwin)
import Foundation
import HTTPTypes
import HTTPTypesFoundation
import Synchronization

/// An exchange with a response that arrives piece by piece. The session's queue, and therefore the server, blocks until
/// the next piece is requested. Other exchanges would also block, so each stream has its own session.
final class URLSessionStream: NSObject, Sendable {
    /// The maximum number of unread bytes before the session's queue blocks.
    private static let bufferLimit = 1 << 18

    private typealias HeadWaiter = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
    private typealias PieceWaiter = CheckedContinuation<Result<Data?, TransportError>, Never>

    private enum End {
        case complete
        case failed(TransportError)
    }

    private struct State {
        var session: URLSession?
        var head: HTTPResponse?
        var pieces: [Data] = []
        var buffered = 0
        var end: End?
        var headWaiter: HeadWaiter?
        var pieceWaiter: PieceWaiter?
        var isHeldBack = false
    }

    private let state = Mutex(State())
    private let room = DispatchSemaphore(value: 0)

    /// Waits for the head of the response and returns it.
    func open(_ upload: URLSessionUpload, usesProxies: Bool) async throws(TransportError) -> HTTPResponse {
        let session = URLSessionTransport.session(delegate: self, usesProxies: usesProxies)
        let task = upload.task(in: session)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.end == nil else { return true }
                    state.session = session
                    state.headWaiter = continuation
                    return false
                }
                if isOver {
                    session.invalidateAndCancel()
                    return continuation.resume(returning: .failure(TransportError(.cancelled)))
                }
                task.resume()
            }
        } onCancel: {
            end(.failed(TransportError(.cancelled)))
        }
        return try outcome.get()
    }

    var body: HTTPBodyStream {
        let handle = Handle(stream: self)
        return HTTPBodyStream(
            pull: { () async throws(TransportError) in try await handle.stream.next() },
            stop: { handle.stream.end(.failed(TransportError(.cancelled))) })
    }

    /// Ends the exchange when its body can no longer be read.
    private final class Handle: Sendable {
        let stream: URLSessionStream

        init(stream: URLSessionStream) {
            self.stream = stream
        }

        deinit { stream.end(.failed(TransportError(.cancelled))) }
    }

    private func next() async throws(TransportError) -> Data? {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Result<Data?, TransportError>? in
                    if !state.pieces.isEmpty {
                        let piece = state.pieces.removeFirst()
                        state.buffered -= piece.count
                        if state.isHeldBack, state.buffered < Self.bufferLimit {
                            state.isHeldBack = false
                            room.signal()
                        }
                        return .success(piece)
                    }
                    switch state.end {
                    case .complete?: return .success(nil)
                    case .failed(let error)?: return .failure(error)
                    case nil:
                        state.pieceWaiter = continuation
                        return nil
                    }
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            end(.failed(TransportError(.cancelled)))
        }
        return try outcome.get()
    }

    /// Ends the exchange unless it has already ended. Unread pieces remain, unless the exchange was cancelled.
    private func end(_ end: End) {
        let (session, head, piece) = state.withLock { state in
            guard state.end == nil else { return (URLSession?.none, state.headWaiter, state.pieceWaiter) }
            state.end = end
            if case .failed(let error) = end, error.kind == .cancelled {
                state.pieces = []
                state.buffered = 0
            }
            if state.isHeldBack {
                state.isHeldBack = false
                room.signal()
            }
            defer { (state.session, state.headWaiter, state.pieceWaiter) = (nil, nil, nil) }
            return (state.session, state.headWaiter, state.pieceWaiter)
        }
        switch end {
        case .complete: piece?.resume(returning: .success(nil))
        case .failed(let error):
            head?.resume(returning: .failure(error))
            piece?.resume(returning: .failure(error))
        }
        session?.invalidateAndCancel()
    }
}

extension URLSessionStream: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        guard let head = HTTPResponse(response) else {
            return end(.failed(TransportError(.other, causedBy: URLError(.badServerResponse))))
        }
        state.withLock { state -> HeadWaiter? in
            guard state.end == nil else { return nil }
            state.head = head
            defer { state.headWaiter = nil }
            return state.headWaiter
        }?.resume(returning: .success(head))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let (waiter, mustWait) = state.withLock { state -> (PieceWaiter?, Bool) in
            guard state.end == nil else { return (nil, false) }
            if let waiter = state.pieceWaiter {
                state.pieceWaiter = nil
                return (waiter, false)
            }
            state.pieces.append(data)
            state.buffered += data.count
            state.isHeldBack = state.buffered >= Self.bufferLimit
            return (nil, state.isHeldBack)
        }
        waiter?.resume(returning: .success(data))
        if mustWait { room.wait() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let hasHead = state.withLock { $0.head != nil }
        switch error {
        case let error?: end(.failed(TransportError(error)))
        case nil where hasHead: end(.complete)
        case nil: end(.failed(TransportError(.other, causedBy: URLError(.badServerResponse))))
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
#endif
