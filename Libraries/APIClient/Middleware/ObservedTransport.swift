import HTTPTypes
import Synchronization
package import Usecases

/// Reports requests and their responses for logs and metrics. The reports contain no secrets.
public struct ObservedTransport: TimedTransport {
    private let base: any HTTPTransport
    private let clock: any Clock
    private let numbers = Numbers()
    private let observer: @Sendable (ExchangeEvent) -> Void

    private final class Numbers: Sendable {
        private let last = Atomic(0)

        func next() -> Int { last.add(1, ordering: .relaxed).newValue }
    }

    /// `observer` is called synchronously, and delays the exchange while it runs.
    package init(
        _ base: any HTTPTransport, clock: any Clock, observer: @escaping @Sendable (ExchangeEvent) -> Void
    ) {
        self.base = base
        self.clock = clock
        self.observer = observer
    }

    /// Sends the request, and reports its beginning and its end.
    package func send(_ request: APIRequest, until deadline: Deadline?) async throws(TransportError) -> APIResponse {
        let number = numbers.next()
        let start = clock.uptime
        observer(ExchangeEvent(number, request, .sent(bytes: request.body.length)))
        do throws(TransportError) {
            let response = try await base.exchange(request, until: deadline)
            let bytes: Int? = if case .complete(let data) = response.body { data.count } else { nil }
            observer(
                ExchangeEvent(
                    number, response.request,
                    .received(status: response.head.status.code, bytes: bytes, after: clock.uptime - start)))
            return response
        } catch {
            let reason = Redaction(error.request ?? request).redact(error.description)
            observer(
                ExchangeEvent(number, error.request ?? request, .failed(reason: reason, after: clock.uptime - start)))
            throw error
        }
    }
}

/// An event of a request. All events of a request have the same number.
public struct ExchangeEvent: Sendable, Hashable {
    /// The part of an exchange.
    public enum Phase: Sendable, Hashable {
        /// The request, with the length of its body in bytes.
        case sent(bytes: Int)
        /// A response. `bytes` is `nil` for a body that has not been read yet.
        case received(status: Int, bytes: Int?, after: Duration)
        /// No response. `reason` contains no secrets.
        case failed(reason: String, after: Duration)
    }

    /// The number of the request, which counts from 1 for each transport.
    public let number: Int
    /// The HTTP method.
    public let method: String
    /// The URL without secrets.
    public let url: String
    /// The part that begins or ends.
    public let phase: Phase

    init(_ number: Int, _ request: APIRequest, _ phase: Phase) {
        self.number = number
        method = request.head.method.rawValue
        url = Redaction(request).redact(request.url)
        self.phase = phase
    }
}

extension ExchangeEvent: CustomStringConvertible {
    /// The event as one line of a log.
    public var description: String {
        let request = "#\(number) \(method) \(url)"
        switch phase {
        case .sent(let bytes): return "\(request) sent \(bytes) bytes"
        case .received(let status, let bytes, let duration):
            return "\(request) received \(status), \(bytes.map { "\($0) bytes" } ?? "a stream") after \(duration.text)"
        case .failed(let reason, let duration): return "\(request) failed after \(duration.text): \(reason)"
        }
    }
}
