package import UsecasesEngine

/// Requirements for the catalogue. The use cases of specs do not need them.
extension Usecase {
    package static var invocation: Invocation { .command("try") }
    package static var beginnings: [Step<Self>] { [] }
}
