/// The application on this device: what it remembers, which anyone may read and only it may change.
package struct Application: Sendable {
    private let dependencies: Dependencies

    package init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Whether the user has been through the tutorial.
    package var hasCompletedTutorial: Bool {
        get async throws(ErrorWrapper) {
            try await dependencies.dataStore.get(KeyValue.BoolKey.hasCompletedTutorial) ?? false
        }
    }

    /// The UDID that a server issued to this device, if one did.
    package var udid: UDID? {
        get async throws(ErrorWrapper) {
            guard let stored = try await dependencies.dataStore.get(KeyValue.StringKey.udid) else { return nil }
            return try valid(UDID(stored), stored, under: .udid)
        }
    }

    package func completeTutorial() async throws(ErrorWrapper) {
        try await dependencies.dataStore.save(.bool(key: .hasCompletedTutorial, value: true))
    }

    /// Asks the backend for a UDID. However often and from however many processes it is asked, it is one UDID.
    package func publishUdid() async throws(ErrorWrapper) -> UDID {
        let key = try await installationKey()
        return try await dependencies.backend.publishUdid(for: key)
    }

    /// Saves the UDID, unless another process was first, and returns the one that is stored.
    package func save(udid: UDID) async throws(ErrorWrapper) -> UDID {
        let stored = try await dependencies.dataStore.get(KeyValue.StringKey.udid, orSave: udid.rawValue)
        return try valid(UDID(stored), stored, under: .udid)
    }

    /// Forgets the UDID and the tutorial record, so that the next start is the first one.
    ///
    /// The UDID goes last: whoever is stopped half-way has an application that still works, and can reset it again.
    package func reset() async throws(ErrorWrapper) {
        try await dependencies.dataStore.delete(KeyValue.StringKey.installationKey)
        try await dependencies.dataStore.delete(KeyValue.BoolKey.hasCompletedTutorial)
        try await dependencies.dataStore.delete(KeyValue.StringKey.udid)
    }

    private func installationKey() async throws(ErrorWrapper) -> InstallationKey {
        let candidate = InstallationKey(
            UUIDv7(clock: dependencies.clock, randomSource: dependencies.randomSource)
        ).rawValue
        let stored = try await dependencies.dataStore.get(KeyValue.StringKey.installationKey, orSave: candidate)
        return try valid(InstallationKey(stored), stored, under: .installationKey)
    }

    private func valid<Value>(
        _ value: Value?, _ stored: String, under key: KeyValue.StringKey
    ) throws(ErrorWrapper) -> Value {
        guard let value else {
            throw .system(
                error: .dataStore(.内容が壊れています(location: dependencies.dataStore.location)),
                args: ["key": key.rawValue, "value": stored])
        }
        return value
    }
}
