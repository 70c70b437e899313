import Hummingbird
import Logging
import Metrics
import StarterApplication
import UsecasesEngine
import UsecasesService
import UsecasesTerminal

/// The service. `starter serve` answers requests with the same use cases.
extension StarterApp {
    static var openAPI: [UInt8] { PackageResources.openapi_json }

    static func routes(of service: HTTPService) -> [Route] {
        let runner = service.runner(as: .user, failureMessage: "the request was not answered")
        return [
            Route(.get, "/status") { _, context in
                let status = try await runner.run(CheckStatus.initial, context).status
                return .json(.ok, JSONBody.text(of: status))
            }
        ]
    }

    /// Returns the adapters of the commands.
    static func equipment(
        for settings: ServerSettings, clock: any Clock, randomSource: any RandomSource, metrics: any MetricsFactory,
        logger: Logger
    ) throws -> ServiceEquipment {
        let dependencies = try usualDependencies()
        return ServiceEquipment(dependencies: dependencies, tasks: runTasks(with: dependencies, logger: logger))
    }
}
