import HTTPTypes
import Synchronization
package import Usecases

/// Reports requests and their responses, for logs and metrics. The reports contain no secrets.
package struct ObservedTransport: TimedTransport {
    private let base: any HttpTransport
    private let clock: any Clock
    private let numbers = Numbers()
    private let observer: @Sendable (ExchangeEvent) -> Void

    private final class Numbers: Sendable {
        private let last = Atomic(0)

        func next() -> Int { last.add(1, ordering: .relaxed).newValue }
    }

    /// `observer` is called synchronously, and delays the exchange while it runs.
    package init(
        _ base: any HttpTransport, clock: any Clock, observer: @escaping @Sendable (ExchangeEvent) -> Void
    ) {
        self.base = base
        self.clock = clock
        self.observer = observer
    }

    package func exchange(
        _ request: HttpRequest, until deadline: Deadline?
    ) async throws(TransportError) -> HttpResponse {
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
