import Domain

/// A tap that lets one call of a port fail, and performs all others.
struct FailingCall: Tap {
    /// As Swift writes its name, such as `get(_:orSave:)`.
    let operation: String
    /// The first argument as text; `nil` for any.
    var argument: String? = nil

    static let error = ErrorWrapper.system(error: .dataStore(.書き込みに失敗(location: "a broken disk")))

    func begin(_ run: RunDescription, at scene: TappedScene) async throws(ErrorWrapper) -> any RunTap {
        FailingRun(call: self)
    }

    func isMeant(_ call: PortCallName) -> Bool {
        call.operation == operation && (argument == nil || call.arguments.first == argument)
    }
}

private struct FailingRun: RunTap {
    let call: FailingCall

    func enter(_ scene: TappedScene) async throws(ErrorWrapper) {}

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        guard !call.isMeant(operation.call) else { throw FailingCall.error }
        return try await performing()
    }

    func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value { performing() }

    func end(_ ending: RunEnding) async throws(ErrorWrapper) {}
}
