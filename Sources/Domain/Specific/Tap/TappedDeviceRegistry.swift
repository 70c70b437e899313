/// A device registry whose calls go through a tap.
struct TappedDeviceRegistry: DeviceRegistry {
    let base: any DeviceRegistry
    let tap: any RunTap

    func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration? {
        let operation = PortOperation<Registration?>(
            "DeviceRegistry", "registration(under:)", ["\(key)"], on: .named(key.rawValue),
            outcomes: [PossibleOutcome("absent", nil)]
                + Registration.examples(under: key).map { PossibleOutcome($0.name, $0.value) }
                + PossibleOutcome.readErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.registration(under: key)
        }
    }

    func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration {
        let operation = PortOperation<Registration>(
            "DeviceRegistry", "record(_:)", ["\(registration)"], changes: true,
            on: .named(registration.key.rawValue), isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("recorded", registration)]
                + Registration.examples(under: registration.key).map { PossibleOutcome($0.name, $0.value) }
                + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.record(registration)
        }
    }

    func check() async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "DeviceRegistry", "check()", outcomes: [PossibleOutcome("answers", Done())] + PossibleOutcome.writeErrors)
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.check()
            return Done()
        }
    }
}
