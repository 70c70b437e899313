package import UsecasesEngine

/// A backend's storage of issued UDIDs.
///
/// Each operation throws a system error of the data store. It throws ``ErrorWrapper/interrupted`` if the task is
/// cancelled before the answer arrives. The operation may still take effect.
package protocol DeviceRegistry: Sendable {
    /// Returns the registration recorded under the key, or `nil` without one.
    func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration?
    /// Records the registration, unless the key is known, and returns the recorded one. The operation is atomic across
    /// all processes, and is on disk when it returns. If a call throws after recording the registration, the next call
    /// returns it. A known registration is returned even if the registry cannot write.
    func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration
    /// Throws an error if the registry cannot record a registration now. It writes as a registration does and leaves no
    /// data behind.
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
        get { self[(any DeviceRegistry).self] }
        set { self[(any DeviceRegistry).self] = newValue }
    }
}
