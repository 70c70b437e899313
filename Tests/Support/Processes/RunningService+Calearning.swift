#if Server
import CalearningPresentation
import UsecasesEngine
import UsecasesService
import UsecasesStorage
import UsecasesSystem
import UsecasesTestSupport

extension RunningService {
    static func run(
        _ settings: ServerSettings = .fixture(), dependencies: Dependencies = .fixture(clock: SystemClock()),
        passwordRates: (any SharedRates)? = nil, storeTable: (any StoreTable)? = nil,
        telemetry: HTTPService.Telemetry = .fixture(),
        _ body: @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        try await run(
            compositionRoot, settings, dependencies: dependencies, passwordRates: passwordRates, storeTable: storeTable,
            telemetry: telemetry, body)
    }
}
#endif
