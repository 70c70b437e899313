extension CompositionRoot {
    /// What is known, and shown, before anything ran.
    static func store(for settings: Settings) -> Store {
        var store = Store(screen: .splash)
        store.hasGitHubToken = settings.services.gitHubToken != nil
        return store
    }
}
