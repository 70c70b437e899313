import UsecasesEngine

/// Use case: Greet the user
enum Greet {
    enum Basics: SceneName {
        case `The application looks up the name of the user`
    }
}
