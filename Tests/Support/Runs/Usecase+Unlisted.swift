import Usecases

/// Requirements for the catalogue. The use cases of specs do not need them.
extension Usecase {
    static var invocation: Invocation { .command("try") }
    static var beginnings: [Step<Self>] { [] }
}
