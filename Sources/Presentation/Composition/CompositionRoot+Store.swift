extension CompositionRoot {
    /// The initial state, which is shown before anything has run.
    static func store(for settings: Settings) -> Store {
        var store = Store(screen: .splash)
        store.hasGitHubToken = settings.services.gitHubToken != nil
        return store
    }
}
