import Foundation
import HTTPTypes
import HTTPTypesFoundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Exchanges by URLSession, without cookies, caches, stored credentials and redirects.
package final class URLSessionTransport: HttpTransport {
    private let exchanges = URLSessionExchanges()
    /// Made for the first exchange: it takes milliseconds, and many a run exchanges nothing.
    private let session = Mutex<URLSession?>(nil)

    package init() {}

    deinit {
        guard let session = session.withLock({ $0 }) else { return }
        Self.mayBlock { session.invalidateAndCancel() }
    }

    package func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse {
        do throws(TransportError) {
            let upload = try await URLSessionUpload(request)
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
            let opened = Self.session(delegate: exchanges, queue: BoundedOperationQueue())
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

    /// On Linux, tasks and sessions wait for a queue that is busy as long as a fast server keeps sending. A thread of
    /// its own may wait; those of the pools, which everybody shares, may not.
    static func mayBlock(_ work: @escaping @Sendable () -> Void) {
        Thread.detachNewThread(work)
    }
}

/// Makes whoever adds an operation wait while many are pending: on Linux, URLSession adds one for each piece that it
/// receives, faster than they are worked off, and would keep them all in memory.
final class BoundedOperationQueue: OperationQueue, @unchecked Sendable {
    private let places: DispatchSemaphore

    init(limit: Int = 64) {
        places = DispatchSemaphore(value: limit)
        super.init()
        maxConcurrentOperationCount = 1
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        places.wait()
        super.addOperation { [places] in
            block()
            places.signal()
        }
    }
}
