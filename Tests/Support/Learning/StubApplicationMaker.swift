import CalearningDomain
import Usecases

/// A maker of applications that writes nothing.
struct StubApplicationMaker: ApplicationMaker {
    var isFree: Bool = true
    var failure: ErrorWrapper?

    func isFree(_ directory: String) -> Bool { isFree }

    func make(_ order: ApplicationOrder) async throws(ErrorWrapper) -> MadeApplication {
        if let failure { throw failure }
        return MadeApplication(name: order.name, directory: order.directory, files: 400)
    }
}
