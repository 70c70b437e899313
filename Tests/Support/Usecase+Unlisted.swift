import Usecases

/// Requirements for the catalogue, which the use cases of specs do not need.
extension Usecase {
    static var invocation: Invocation { .command("try") }
    static var beginnings: [Step<Self>] { [] }
}
