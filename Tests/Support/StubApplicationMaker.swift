import CalearningDomain
import Usecases

/// A maker of applications that writes nothing.
struct StubApplicationMaker: ApplicationMaker {
    var isFree: Result<Bool, ErrorWrapper> = .success(true)
    var failure: ErrorWrapper?

    func isFree(_ directory: String) async throws(ErrorWrapper) -> Bool { try isFree.get() }

    func make(_ order: ApplicationOrder) async throws(ErrorWrapper) -> MadeApplication {
        if let failure { throw failure }
        return MadeApplication(name: order.name, directory: order.directory, files: 400)
    }
}
