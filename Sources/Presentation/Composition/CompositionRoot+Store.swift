extension CompositionRoot {
    /// The initial state, which is shown before anything has run.
    static func store(for settings: Settings) -> Store {
        Store(knowing: [
            { $0.hasGitHubToken = settings.secrets[.gitHubToken] != nil }
        ])
    }
}
