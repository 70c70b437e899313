package import Domain

/// Binds what a run asks of its ports to a trace that bears the run's identifier: those that call a service through a
/// ``TracingTransport`` tell it.
package struct TracingTap: Tap {
    private let randomSource: any RandomSource

    package init(randomSource: any RandomSource) {
        self.randomSource = randomSource
    }

    package func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap {
        TracedRun(trace: TraceContext(run: run.run, randomSource: randomSource))
    }
}

private struct TracedRun: RunTap {
    let trace: TraceContext

    func enter(_ scene: TappedScene) {}

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        try await TracingTransport.bind(trace, performing)
    }

    func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value { performing() }

    func end(_ ending: RunEnding) {}
}
