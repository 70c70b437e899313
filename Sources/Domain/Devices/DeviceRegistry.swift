package import Usecases

/// Where a backend keeps the UDIDs that it has issued.
///
/// Each operation throws a system error of the data store, and ``ErrorWrapper/interrupted`` when the task is cancelled
/// before the answer has come: the operation may take effect nevertheless.
package protocol DeviceRegistry: Sendable {
    /// What was recorded under the key; `nil` if nothing was.
    func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration?
    /// Records the registration, unless the key is known, and returns what is recorded under it: atomically across all
    /// processes, and on disk when it returns. A registration that was recorded although the call threw is returned by
    /// the next call. A registration that is known is returned even if nothing can be written.
    func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration
    /// Returns if a registration could be recorded now, and otherwise throws the reason why not. It writes as a
    /// registration does, and leaves nothing behind.
    func check() async throws(ErrorWrapper)
}

extension Port: DeviceRegistry where Adapter == any DeviceRegistry {
    package static var registration: OperationName { "registration(under:)" }
    package static var record: OperationName { "record(_:)" }

    package func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration? {
        try await call(
            Self.registration, ["\(key)"], on: .named(key.rawValue),
            outcomes: [PossibleOutcome("absent", nil)]
                + Registration.examples(under: key).map { PossibleOutcome($0.name, $0.value) }
                + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.registration(under: key) }
    }

    package func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration {
        try await call(
            Self.record, ["\(registration)"], changes: true,
            on: .named(registration.key.rawValue), isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("recorded", registration)]
                + Registration.examples(under: registration.key).map { PossibleOutcome($0.name, $0.value) }
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.record(registration) }
    }

    package func check() async throws(ErrorWrapper) {
        try await call("check()", outcomes: [PossibleOutcome("answers", Done())] + PossibleOutcome.writeErrors) {
            (adapter) async throws(ErrorWrapper) in try await adapter.check()
        }
    }
}

extension Dependencies {
    package var deviceRegistry: Port<any DeviceRegistry> {
        get { self["DeviceRegistry"] }
        set { self["DeviceRegistry"] = newValue }
    }
}
