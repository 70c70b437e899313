import Foundation
import HTTPTypes
import HTTPTypesFoundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Exchanges by URLSession, without cookies, caches, stored credentials and redirects.
package final class URLSessionTransport: HttpTransport {
    /// On Linux, tasks and sessions wait for a queue that is busy as long as a fast server keeps sending.
    private let threads: BlockingThreads
    private let exchanges: URLSessionExchanges
    /// Made for the first exchange: it takes milliseconds, and many a run exchanges nothing.
    private let session = Mutex<URLSession?>(nil)

    package init() {
        threads = BlockingThreads()
        exchanges = URLSessionExchanges(threads: threads)
    }

    deinit {
        guard let session = session.withLock({ $0 }) else { return }
        threads.run { session.invalidateAndCancel() }
    }

    package func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse {
        do throws(TransportError) {
            let upload = try await URLSessionUpload(request, threads: threads)
            defer { upload.remove() }
            guard request.isStreamed else {
                let (head, data) = try await exchanges.exchange(upload.task(in: openSession()), request.responseLimit)
                return HttpResponse(head, body: .complete(data), to: request)
            }
            let stream = URLSessionStream(threads: threads)
            let head = try await stream.open(upload)
            return HttpResponse(head, body: .stream(stream.body), to: request)
        } catch {
            var error = error
            error.request = request
            throw error
        }
    }

    private func openSession() -> URLSession {
        session.withLock { session in
            if let session { return session }
            let opened = Self.session(delegate: exchanges, queue: InlineOperationQueue())
            session = opened
            return opened
        }
    }

    static func session(delegate: any URLSessionDelegate, queue: OperationQueue) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // Whoever calls decides how many at once, and when it has taken too long; the session's own must never come first.
        configuration.httpMaximumConnectionsPerHost = 256
        configuration.timeoutIntervalForRequest = 1_000_000
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }
}

/// Calls the delegate where the session is, at once. On Linux, URLSession adds an operation for each piece that it
/// receives, faster than a queue works them off, and all of them would be kept in memory; so it goes on when the delegate
/// has taken the piece.
final class InlineOperationQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
