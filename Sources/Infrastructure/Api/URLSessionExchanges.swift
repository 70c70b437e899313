import Foundation
import HTTPTypes
import HTTPTypesFoundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The exchanges that are under way in a session, each of which ends exactly once: with its response, a failure, or
/// the cancellation of its task, whichever comes first.
final class URLSessionExchanges: NSObject, Sendable {
    typealias Outcome = Result<(HTTPResponse, Data), TransportError>

    private enum Exchange {
        case running(CheckedContinuation<Outcome, Never>, HTTPResponse?, Data)
        /// Cancelled before it began.
        case cancelled
    }

    private let responseLimit: Int
    private let exchanges = Mutex<[Int: Exchange]>([:])

    init(responseLimit: Int) {
        self.responseLimit = responseLimit
    }

    /// `false` if it was cancelled already, and nothing is to be sent.
    func begin(_ identifier: Int, _ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let isCancelled = exchanges.withLock { exchanges in
            if case .cancelled? = exchanges[identifier] { return true }
            exchanges[identifier] = .running(continuation, nil, Data())
            return false
        }
        if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
        return !isCancelled
    }

    /// Ends an exchange early, even one that has not begun.
    func cancel(_ identifier: Int) {
        exchanges.withLock { exchanges -> CheckedContinuation<Outcome, Never>? in
            defer { exchanges[identifier] = .cancelled }
            guard case .running(let continuation, _, _)? = exchanges[identifier] else { return nil }
            return continuation
        }?.resume(returning: .failure(.cancelled))
    }

    /// To be called when nobody can cancel the exchange any more.
    func forget(_ identifier: Int) {
        exchanges.withLock { $0[identifier] = nil }
    }

    /// Takes a running exchange out, to resume whoever waits for it; `nil` if it is over already.
    private func take(_ identifier: Int) -> (CheckedContinuation<Outcome, Never>, HTTPResponse?, Data)? {
        exchanges.withLock { exchanges in
            guard case .running(let continuation, let response, let body)? = exchanges[identifier] else { return nil }
            exchanges[identifier] = nil
            return (continuation, response, body)
        }
    }

    /// Ends an exchange by our own hand: what a delegate answers is not heard on Linux.
    private func fail(_ task: URLSessionTask, with error: TransportError) {
        take(task.taskIdentifier)?.0.resume(returning: .failure(error))
        URLSessionTransport.mayBlock { task.cancel() }
    }
}

extension URLSessionExchanges: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        let identifier = dataTask.taskIdentifier
        let announced = response.expectedContentLength
        guard let response = (response as? HTTPURLResponse)?.httpResponse else {
            return fail(dataTask, with: .other(causedBy: URLError(.badServerResponse)))
        }
        guard announced <= Int64(responseLimit) else {
            return fail(dataTask, with: .tooLarge(limit: responseLimit, status: response.status.code))
        }
        exchanges.withLock { exchanges in
            guard case .running(let continuation, _, let body)? = exchanges[identifier] else { return }
            exchanges[identifier] = .running(continuation, response, body)
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let identifier = dataTask.taskIdentifier
        let status = exchanges.withLock { exchanges -> Int? in
            guard case .running(let continuation, let response?, var body)? = exchanges[identifier] else { return nil }
            // The old value shares the body's storage: let go of it, or each append copies what there is.
            exchanges[identifier] = nil
            body.append(data)
            let isTooLarge = body.count > responseLimit
            exchanges[identifier] = .running(continuation, response, isTooLarge ? Data() : body)
            return isTooLarge ? response.status.code : nil
        }
        guard let status else { return }
        fail(dataTask, with: .tooLarge(limit: responseLimit, status: status))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let (continuation, response, body) = take(task.taskIdentifier) else { return }
        switch (error, response) {
        case (let error?, _): continuation.resume(returning: .failure(TransportError(error)))
        case (nil, let response?): continuation.resume(returning: .success((response, body)))
        case (nil, nil): continuation.resume(returning: .failure(.other(causedBy: URLError(.badServerResponse))))
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
