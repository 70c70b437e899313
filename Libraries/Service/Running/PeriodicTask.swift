#if Server
public import ServiceLifecycle
public import UsecasesEngine

/// Work that a service repeats while it runs, such as a measurement or a sweep.
public struct PeriodicTask: Sendable {
    private let interval: Duration
    private let clock: any Clock
    private let work: @Sendable () async -> Void

    /// Creates a task. The work begins with the service, and again `interval` after each end. It is cancelled when the
    /// service stops.
    public init(every interval: Duration, clock: any Clock, _ work: @escaping @Sendable () async -> Void) {
        self.interval = interval
        self.clock = clock
        self.work = work
    }
}

extension PeriodicTask: Service {
    /// Repeats the work until the service stops.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await work()
                try? await clock.sleep(for: interval)
            }
        }
    }
}
#endif
