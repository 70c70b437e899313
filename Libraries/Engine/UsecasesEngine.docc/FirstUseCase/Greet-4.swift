import UsecasesEngine

/// Use case: Greet the user
enum Greet: Usecase {
    enum Basics: SceneName {
        case `The application looks up the name of the user`
    }

    enum Goals: SceneName {
        case `If it knows the name, the application greets the user`(name: String)
        case `If it does not know the name, the application greets a stranger`
    }

    static let key = Key("name", example: ("typed", "Ada"))

    static let title = "Greet the user"
    static let invocation = Invocation.command("greet")
    static let actors: Set<Actor> = [.user]
    static let initial = Step<Self>.basic(.`The application looks up the name of the user`)
    static let beginnings: [Step<Self>] = [initial]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.`The application looks up the name of the user`):
            guard let name = try await dependencies.dataStore.get(key) else {
                return .last(.`If it does not know the name, the application greets a stranger`)
            }
            return .last(.`If it knows the name, the application greets the user`(name: name))
        }
    }
}
