public import UsecasesEngine

/// A tap that does something at the calls of an operation, such as failing, or changing data concurrently.
struct Intervention: Tap, RunTap {
    /// The call, in a form of ``/UsecasesEngine/PortCallName/isMeant(by:)``.
    let call: String
    let moment: Crash.Moment
    let action: @Sendable () async throws(ErrorWrapper) -> Void

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        guard operation.call.isMeant(by: call) else { return try await performing() }
        if moment == .before { try await action() }
        let value = try await performing()
        if moment == .after { try await action() }
        return value
    }
}

extension Dependencies {
    /// Returns the ports, with an action right before each of these calls, such as `DataStore.save(udid)` or
    /// `DataStore.save`. If the action throws an error, the call is not performed, and fails with it.
    public func before(
        _ call: String, _ action: @escaping @Sendable () async throws(ErrorWrapper) -> Void
    ) -> Dependencies {
        adding(Intervention(call: call, moment: .before, action: action))
    }

    /// Returns the ports, with an action after each of these calls, before the caller has its result. If the action
    /// throws an error, the call was performed, and fails with it.
    public func after(
        _ call: String, _ action: @escaping @Sendable () async throws(ErrorWrapper) -> Void
    ) -> Dependencies {
        adding(Intervention(call: call, moment: .after, action: action))
    }

    /// Returns the ports, with these calls failing with the error instead of being performed.
    public func failing(_ call: String, with error: ErrorWrapper) -> Dependencies {
        before(call) { () throws(ErrorWrapper) in throw error }
    }

    private func adding(_ tap: any Tap) -> Dependencies {
        var dependencies = self
        dependencies.taps.insert(tap, at: 0)
        return dependencies
    }
}
