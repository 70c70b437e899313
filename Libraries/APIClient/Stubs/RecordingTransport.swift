import Synchronization
public import Usecases

/// Records every exchange, without its secrets, to be written to a file and replayed. The bodies of streams are not
/// recorded.
package final class RecordingTransport: HttpTransport {
    private let base: any HttpTransport
    private let clock: any Clock
    private let recorded = Mutex(Har())

    package init(_ base: any HttpTransport, clock: any Clock) {
        self.base = base
        self.clock = clock
    }

    /// The exchanges so far.
    package var har: Har { recorded.withLock { $0 } }

    package func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse {
        let (start, begin) = (clock.now, clock.uptime)
        let outcome: Result<HttpResponse, TransportError>
        do throws(TransportError) {
            outcome = .success(try await base.exchange(request))
        } catch {
            outcome = .failure(error)
        }
        let sent = (try? outcome.get())?.request ?? request
        let entry = Har.Entry(sent, outcome, at: start, took: clock.uptime - begin)
        recorded.withLock { $0.log.entries.append(entry) }
        return try outcome.get()
    }
}

extension StubTransport {
    /// Answers as recorded: the same requests, each as often as it was made, and no others. Secrets are not compared,
    /// as they were not recorded.
    public convenience init(replaying har: Har, clock: any Clock) throws {
        self.init(try har.log.entries.map { try $0.expected }, clock: clock)
    }
}
