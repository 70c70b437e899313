import Domain

/// All that the application remembers, to compare.
struct StoredContents: Hashable {
    var udid: String?
    var hasCompletedTutorial: Bool?
    var installationKey: InstallationKey?
}

extension DataStore {
    var contents: StoredContents {
        get async throws {
            StoredContents(
                udid: try await get(KeyValue.StringKey.udid),
                hasCompletedTutorial: try await get(KeyValue.BoolKey.hasCompletedTutorial),
                installationKey: try await get(KeyValue.SecretKey.installationKey))
        }
    }
}
