#if Server
import ArgumentParser
import Logging
import Metrics
import Usecases
import UsecasesTerminal

/// What only this service works with.
extension CompositionRoot {
    /// The adapters for the ports of its use cases, which are those of the commands.
    static func equipment(
        of settings: ServerSettings, clock: any Clock, randomSource: any RandomSource, metrics: any MetricsFactory,
        logger: Logger
    ) throws -> ServiceEquipment {
        let options = try CommonOptions<CompositionRoot>.parse([])
        return ServiceEquipment(dependencies: try dependencies(for: options.settings(), options.own))
    }

    /// Checks everything about the settings that can be checked before anything is started.
    static func prepare(_ configuration: ServerConfiguration) -> ServerPreparation {
        ServerPreparation(configuration.settings, except: configuration.spoilt, further: .init())
    }

    /// The meaning of each metric that only it has.
    static let ownMetricsHelp: [String: String] = [:]
}
#endif
