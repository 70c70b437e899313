import UsecasesAPIClient
package import UsecasesEngine

/// A tap that binds the port calls of a run to a trace with the run's identifier. Calls to a service through a
/// ``TracingTransport`` send the identifier.
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

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        try await TracingTransport.bind(trace, performing)
    }
}
