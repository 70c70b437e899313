import Domain

/// An operation waits as long as the server's use case that it runs.
extension EmbeddedBackend: TimeBounded {
    package func longest(_ operation: String) async -> Duration? {
        switch operation {
        case "publishUdid(for:)": await longest(RegisterDevice.self)
        case "signUp(_:on:under:)": await longest(RegisterAccount.self)
        case "logIn(_:on:)": await longest(OpenSession.self)
        case "session(of:)": await longest(CheckSession.self)
        case "sessions(of:)": await longest(ListSessions.self)
        case "logOut(_:)", "end(_:by:)": await longest(CloseSession.self)
        case "changePassword(from:to:by:)": await longest(ReplacePassword.self)
        default: nil
        }
    }

    private func longest<U: Usecase>(_ usecase: U.Type) async -> Duration? {
        guard let entry = Catalogue.entry(of: usecase) else { return nil }
        let exploration = await Explorer { server }.explore(entry)
        return await LongestTimes(exploration, with: server).whole.total
    }
}
