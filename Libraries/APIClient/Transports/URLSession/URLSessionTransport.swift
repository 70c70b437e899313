#if canImport(Darwin)
import Foundation
import HTTPTypes
import HTTPTypesFoundation
import Synchronization

/// Performs exchanges with URLSession, without cookies, caches, stored credentials or redirects.
public final class URLSessionTransport: HttpTransport {
    /// For reading files.
    private let threads = BlockingThreads()
    private let exchanges = URLSessionExchanges()
    /// Created for the first exchange: it takes milliseconds, and many runs make no exchange.
    private let session = Mutex<URLSession?>(nil)

    package init() {}

    deinit {
        session.withLock { $0 }?.invalidateAndCancel()
    }

    package func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse {
        do throws(TransportError) {
            let upload = try await URLSessionUpload(request, threads: threads)
            defer { upload.remove() }
            guard request.isStreamed else {
                let (head, data) = try await exchanges.exchange(upload.task(in: openSession()), request.responseLimit)
                return HttpResponse(head, body: .complete(data), to: request)
            }
            let stream = URLSessionStream()
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
            let opened = Self.session(delegate: exchanges)
            session = opened
            return opened
        }
    }

    static func session(delegate: any URLSessionDelegate) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // The caller limits concurrency and duration; the session's own limits must never be reached first.
        configuration.httpMaximumConnectionsPerHost = 256
        configuration.timeoutIntervalForRequest = 1_000_000
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }
}
#endif
