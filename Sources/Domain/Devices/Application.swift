package import Usecases

/// The application on this device and what it remembers, which anyone may read and only the application may change.
package struct Application: PortSelection {
    private let dependencies: Dependencies
    private let memory = DeviceMemory.keys

    package init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Whether the user has been through the tutorial.
    package var hasCompletedTutorial: Bool {
        get async throws(ErrorWrapper) {
            try await dependencies.dataStore.get(memory.hasCompletedTutorial) ?? false
        }
    }

    /// The page of the tutorial that was open last; `nil` if none was.
    package var tutorialPage: TutorialPage? {
        get async throws(ErrorWrapper) { try await dependencies.dataStore.get(memory.tutorialPage) }
    }

    /// The UDID that a server issued to this device; `nil` if none was issued.
    package var udid: UDID? {
        get async throws(ErrorWrapper) {
            guard let stored = try await dependencies.dataStore.get(memory.udid) else { return nil }
            return try valid(udid: stored)
        }
    }

    package func completeTutorial() async throws(ErrorWrapper) {
        try await dependencies.dataStore.save(memory.hasCompletedTutorial.with(true))
    }

    /// Remembers that this page of the tutorial is open.
    package func open(_ page: TutorialPage) async throws(ErrorWrapper) {
        try await dependencies.dataStore.save(memory.tutorialPage.with(page))
    }

    /// Asks the backend for a UDID and saves it. Repeated requests, even from several processes, yield the same one.
    package func obtainUDID() async throws(ErrorWrapper) -> UDID {
        try await save(udid: publishUDID())
    }

    private func publishUDID() async throws(ErrorWrapper) -> UDID {
        let key = try await installationKey()
        return try await dependencies.backend.publishUDID(for: key)
    }

    /// Saves the UDID, unless another process has saved one before, and returns the one that is stored.
    private func save(udid: UDID) async throws(ErrorWrapper) -> UDID {
        let stored = try await dependencies.dataStore.get(memory.udid, orSave: udid.rawValue)
        return try valid(udid: stored)
    }

    /// Forgets everything in the memory of the device, and unfinished runs, so that the next start is like the first one.
    ///
    /// The journal is discarded first, because resuming a run from it would bring back what was forgotten, and once more at
    /// the end, because a run may have begun meanwhile and have been interrupted since.
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
                error: .dataStore(.内容が壊れています(location: dependencies.dataStore.location, content: nil)),
                args: ["key": memory.udid.name, "value": stored])
        }
        return udid
    }
}
