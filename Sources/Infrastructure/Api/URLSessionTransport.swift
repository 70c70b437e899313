package import Foundation
package import HTTPTypes
import HTTPTypesFoundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Exchanges by URLSession, without cookies, caches, stored credentials and redirects.
package final class URLSessionTransport: HttpTransport {
    private let exchanges: URLSessionExchanges
    /// Made for the first exchange: it takes milliseconds, and many a run exchanges nothing.
    private let session = Mutex<URLSession?>(nil)

    /// `responseLimit` is in bytes: a longer response is given up as soon as it is known to be longer.
    package init(responseLimit: Int = 1 << 20) {
        exchanges = URLSessionExchanges(responseLimit: responseLimit)
    }

    deinit {
        guard let session = session.withLock({ $0 }) else { return }
        Self.mayBlock { session.invalidateAndCancel() }
    }

    private func openSession() -> URLSession {
        session.withLock { session in
            if let session { return session }
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            // Whoever calls sets the deadline; the session's own must never come first.
            configuration.timeoutIntervalForRequest = 1_000_000
            let opened = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
            session = opened
            return opened
        }
    }

    /// On Linux, tasks and sessions wait for a queue that is busy as long as a fast server keeps sending. A thread of
    /// its own may wait; those of the pools, which everybody shares, may not.
    static func mayBlock(_ work: @escaping @Sendable () -> Void) {
        Thread.detachNewThread(work)
    }

    package func exchange(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        guard var urlRequest = URLRequest(httpRequest: request) else { throw .other(causedBy: URLError(.badURL)) }
        urlRequest.httpBody = body
        let task = openSession().dataTask(with: urlRequest)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if exchanges.begin(task.taskIdentifier, continuation) { Self.mayBlock { task.resume() } }
            }
        } onCancel: {
            exchanges.cancel(task.taskIdentifier)
            Self.mayBlock { task.cancel() }
        }
        exchanges.forget(task.taskIdentifier)
        return try result.get()
    }
}
