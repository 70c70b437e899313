package import UsecasesEngine

/// The application on this device and its stored values. Any code may read them, but only the application changes them.
package struct Application: PortSelection {
    private let dependencies: Dependencies
    private let memory = DeviceMemory.keys

    package init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Whether the user has completed the tutorial.
    package var hasCompletedTutorial: Bool {
        get async throws(ErrorWrapper) {
            try await dependencies.dataStore.get(memory.hasCompletedTutorial) ?? false
        }
    }

    /// The last page of the tutorial that the user opened, or `nil` if the user never opened one.
    package var tutorialPage: TutorialPage? {
        get async throws(ErrorWrapper) { try await dependencies.dataStore.get(memory.tutorialPage) }
    }

    /// The UDID of this device, or `nil` if the server has not issued one.
    package var udid: UDID? {
        get async throws(ErrorWrapper) {
            guard let stored = try await dependencies.dataStore.get(memory.udid) else { return nil }
            return try valid(udid: stored)
        }
    }

    package func completeTutorial() async throws(ErrorWrapper) {
        try await dependencies.dataStore.save(memory.hasCompletedTutorial.with(true))
    }

    /// Saves the open page of the tutorial.
    package func open(_ page: TutorialPage) async throws(ErrorWrapper) {
        try await dependencies.dataStore.save(memory.tutorialPage.with(page))
    }

    /// Requests a UDID from the backend and saves it. Repeated requests yield the same UDID, even from several
    /// processes.
    package func obtainUDID() async throws(ErrorWrapper) -> UDID {
        try await save(udid: publishUDID())
    }

    private func publishUDID() async throws(ErrorWrapper) -> UDID {
        let key = try await installationKey()
        return try await dependencies.backend.publishUDID(for: key)
    }

    /// Saves the UDID, unless another process has saved one before. Returns the stored UDID.
    private func save(udid: UDID) async throws(ErrorWrapper) -> UDID {
        let stored = try await dependencies.dataStore.get(memory.udid, orSave: udid.rawValue)
        return try valid(udid: stored)
    }

    /// Deletes all stored values and unfinished runs. The next start is then like the first one.
    ///
    /// The journal is discarded first, because resuming a run from it would restore deleted values. It is discarded
    /// again at the end, because another run may have been interrupted since.
    package func reset() async throws(ErrorWrapper) {
        try await dependencies.journal.discard()
        for key in memory.forgottenByReset {
            try await dependencies.dataStore.delete(key)
        }
        try await dependencies.journal.discard()
    }

    private func installationKey() async throws(ErrorWrapper) -> InstallationKey {
        let candidate = InstallationKey(clock: dependencies.clock, randomSource: dependencies.randomSource)
        return try await dependencies.dataStore.get(memory.installationKey, orSave: candidate)
    }

    private func valid(udid stored: String) throws(ErrorWrapper) -> UDID {
        guard let udid = UDID(stored) else {
            throw .system(
                error: .dataStore(.damaged(location: dependencies.dataStore.location, content: nil)),
                args: ["key": memory.udid.name, "value": stored])
        }
        return udid
    }
}
