package import UsecasesEngine

/// Use case: Log in
package enum LogIn: Usecase {
    package enum Basics: SceneName {
        case `The application asks the server to check the name and the password`(credentials: Credentials)
    }

    package enum Goals: SceneName {
        case `The application shows the home screen`(name: String)
        case `If the name or the password is wrong, the application says so`
        case `After too many attempts, the application says when to try again`(seconds: Int)
    }

    package static let title = "Log in"
    package static let invocation = Invocation.command("login")
    package static let actors: Set<Actor> = [.user]
    package static let beginnings: [Step<Self>] = [initial(Credentials(name: "ada", password: "a password"))]

    package static func initial(_ credentials: Credentials) -> Step<Self> {
        .basic(.`The application asks the server to check the name and the password`(credentials: credentials))
    }

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.`The application asks the server to check the name and the password`(let credentials)):
            switch try await dependencies.accounts.logIn(credentials) {
            case .opened: .last(.`The application shows the home screen`(name: credentials.name))
            case .refused: .last(.`If the name or the password is wrong, the application says so`)
            case .tooOften(let seconds):
                .last(.`After too many attempts, the application says when to try again`(seconds: seconds))
            }
        }
    }
}
