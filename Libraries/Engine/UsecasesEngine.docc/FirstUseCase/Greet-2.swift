import UsecasesEngine

/// Use case: Greet the user
enum Greet {
    enum Basics: SceneName {
        case `The application looks up the name of the user`
    }

    enum Goals: SceneName {
        case `If it knows the name, the application greets the user`(name: String)
        case `If it does not know the name, the application greets a stranger`
    }
}
