#if canImport(Darwin)
import Foundation
import HTTPTypes
import HTTPTypesFoundation
import Synchronization
package import UsecasesEngine

/// A transport that uses URLSession, without cookies, caches, stored credentials or redirects.
public final class URLSessionTransport: HTTPTransport {
    /// No fault, because the system includes the transport.
    package static let fault: ExchangeFault? = nil

    /// The threads that read files.
    private let threads = BlockingThreads()
    /// The sessions with the system's proxies and without them. Each is created for its first exchange, because it takes
    /// milliseconds and many runs need no session.
    private let sessions = Mutex<[Bool: URLSession]>([:])
    private let exchanges = [true: URLSessionExchanges(), false: URLSessionExchanges()]

    /// Creates a transport. It opens its session for the first exchange.
    public init() {}

    deinit {
        for session in sessions.withLock({ Array($0.values) }) { session.invalidateAndCancel() }
    }

    /// Sends the request.
    public func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        do throws(TransportError) {
            let upload = try await URLSessionUpload(request, threads: threads)
            defer { upload.remove() }
            // A proxy could read unencrypted requests to this machine.
            let usesProxies = LoopbackHost(of: request) == nil
            if !request.isStreamed, let exchanges = exchanges[usesProxies] {
                let task = upload.task(in: openSession(usesProxies: usesProxies, delegate: exchanges))
                let (head, data) = try await exchanges.exchange(task, request.responseLimit)
                return APIResponse(head, body: .complete(data), to: request)
            }
            let stream = URLSessionStream()
            let head = try await stream.open(upload, usesProxies: usesProxies)
            return APIResponse(head, body: .stream(stream.body), to: request)
        } catch {
            var error = error
            error.request = request
            throw error
        }
    }

    private func openSession(usesProxies: Bool, delegate: URLSessionExchanges) -> URLSession {
        sessions.withLock { sessions in
            if let session = sessions[usesProxies] { return session }
            let opened = Self.session(delegate: delegate, usesProxies: usesProxies)
            sessions[usesProxies] = opened
            return opened
        }
    }

    static func session(delegate: any URLSessionDelegate, usesProxies: Bool) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        if !usesProxies { configuration.connectionProxyDictionary = [:] }
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // The caller limits concurrency and duration. The session's own limits must never be reached first.
        configuration.httpMaximumConnectionsPerHost = 256
        configuration.timeoutIntervalForRequest = 1_000_000
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }
}

/// The exchanges in progress in a session, each with a complete response. Each ends exactly once, with its response, an
/// error, or the cancellation of its task.
final class URLSessionExchanges: NSObject, Sendable {
    typealias Outcome = Result<(HTTPResponse, Data), TransportError>

    private struct Exchange {
        let limit: Int
        var continuation: CheckedContinuation<Outcome, Never>?
        var response: HTTPResponse?
        var body = Data()
    }

    private let exchanges = Mutex<[Int: Exchange]>([:])

    /// Performs an exchange. Throws as soon as the response is known to exceed `limit` bytes.
    func exchange(_ task: URLSessionDataTask, _ limit: Int) async throws(TransportError) -> (HTTPResponse, Data) {
        let identifier = task.taskIdentifier
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.withLock { $0[identifier] = Exchange(limit: limit, continuation: continuation) }
                if Task.isCancelled { return end(task, .failure(TransportError(.cancelled))) }
                task.resume()
            }
        } onCancel: {
            end(task, .failure(TransportError(.cancelled)))
        }
        return try outcome.get()
    }

    private func end(_ task: URLSessionTask, _ outcome: Outcome) {
        guard let exchange = take(task.taskIdentifier) else { return }
        exchange.continuation?.resume(returning: outcome)
        task.cancel()
    }

    /// Removes and returns an exchange. Returns `nil` if it has ended or has not begun.
    private func take(_ identifier: Int) -> Exchange? {
        exchanges.withLock { $0.removeValue(forKey: identifier) }
    }
}

extension URLSessionExchanges: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        guard let head = HTTPResponse(response) else {
            return end(dataTask, .failure(TransportError(.other, causedBy: URLError(.badServerResponse))))
        }
        let excess = exchanges.withLock { exchanges -> Int? in
            guard let limit = exchanges[dataTask.taskIdentifier]?.limit else { return nil }
            guard response.expectedContentLength <= Int64(limit) else { return limit }
            exchanges[dataTask.taskIdentifier]?.response = head
            return nil
        }
        guard let excess else { return }
        end(dataTask, .failure(TransportError(.tooLarge(limit: excess, status: head.status.code))))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let excess = exchanges.withLock { exchanges -> TransportError.Kind? in
            // Removed and reinserted. With a second reference to the body's storage, each append would copy it.
            guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else { return nil }
            exchange.body.append(data)
            defer { exchanges[dataTask.taskIdentifier] = exchange }
            guard exchange.body.count > exchange.limit else { return nil }
            exchange.body = Data()
            return .tooLarge(limit: exchange.limit, status: exchange.response?.status.code ?? 0)
        }
        guard let excess else { return }
        end(dataTask, .failure(TransportError(excess)))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = take(task.taskIdentifier) else { return }
        switch (error, exchange.response) {
        case (let error?, _): exchange.continuation?.resume(returning: .failure(TransportError(error)))
        case (nil, let response?): exchange.continuation?.resume(returning: .success((response, exchange.body)))
        case (nil, nil):
            exchange.continuation?.resume(
                returning: .failure(TransportError(.other, causedBy: URLError(.badServerResponse))))
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension HTTPResponse {
    /// Returns `nil` if the response is not HTTP.
    init?(_ response: URLResponse) {
        guard let head = (response as? HTTPURLResponse)?.httpResponse else { return nil }
        self = head
        // URLSession joins all values of one name with commas, but cookies may also contain commas.
        if let cookies = headerFields[.setCookie] {
            headerFields[values: .setCookie] = cookies.split(separator: #/,\s*(?=[^;,=\s]+=)/#).map(String.init)
        }
        if coding == "gzip" || coding == "deflate" { forgetCoding() }
    }
}

extension TransportError {
    /// Maps an error of URLSession by its code.
    init(_ error: any Error) {
        guard let error = error as? URLError else {
            self.init(.other, causedBy: error)
            return
        }
        let kind: Kind =
            switch error.code {
            case .cancelled: .cancelled
            case .timedOut: .disconnected(.timedOut)
            case .cannotFindHost, .dnsLookupFailed: .disconnected(.hostNotFound)
            case .cannotConnectToHost: .disconnected(.cannotConnect)
            case .notConnectedToInternet: .disconnected(.notConnected)
            case .networkConnectionLost: .disconnected(.connectionLost)
            case .serverCertificateHasUnknownRoot: .untrusted(.unknownAuthority)
            case .serverCertificateHasBadDate: .untrusted(.expired)
            case .serverCertificateNotYetValid: .untrusted(.notYetValid)
            case .serverCertificateUntrusted: .untrusted(.rejected)
            case .secureConnectionFailed: .insecure
            case .badServerResponse, .cannotParseResponse: .malformed(.head)
            case .cannotDecodeContentData, .cannotDecodeRawData: .malformed(.coding)
            default: .other
            }
        self.init(kind, causedBy: kind == .cancelled ? nil : URLSessionFailure(error: error))
    }
}

/// An error of URLSession, with its code. The code is not localized.
private struct URLSessionFailure: Error, CustomStringConvertible {
    let error: URLError

    var description: String { "URLError \(error.code.rawValue)" }
}
#endif
