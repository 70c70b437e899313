import Usecases

/// A use case of a spec stands in no catalogue.
extension Usecase {
    static var invocation: Invocation { .command("try") }
    static var beginnings: [Step<Self>] { [] }
}
