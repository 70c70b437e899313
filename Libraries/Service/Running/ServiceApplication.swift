#if Server
public import ArgumentParser
public import Logging
public import Metrics
public import Usecases
public import UsecasesTerminal

/// An application with an HTTP service: its routes, its settings, and the adapters that it works with. The command `serve`
/// follows from that.
///
/// State the conformance in the declaration of the type: in an extension, `serve` would not be among its commands.
public protocol ServiceApplication: TerminalApplication {
    /// The options of `serve` for the settings of its own.
    associatedtype OwnServiceOptions: ServiceOptions = NoServiceOptions

    static var service: ServiceText { get }
    /// The contract, as `/openapi.json` answers it.
    static var openAPI: [UInt8] { get }
    /// Settings of its own, in addition to those that any service has.
    static var serviceSettings: [ServerSetting] { get }
    /// The meaning of each metric of its own, in one line.
    static var metricsHelp: [String: String] { get }
    /// The requests that it answers, in addition to those that any service does.
    static func routes(of service: HTTPService) -> [Route]
    /// Returns if the service can do its work, and throws what keeps it from that.
    static func check(_ dependencies: Dependencies) async throws(ErrorWrapper)
    /// Completes settings whose defaults depend on where the state is kept.
    static func complete(_ configuration: inout ServerConfiguration, in stateDirectory: String)
    /// What can be found out about the settings of its own without changing anything.
    static func findings(about configuration: ServerConfiguration) -> ServerPreparation.Findings
    /// An adapter for each port of the service's use cases.
    static func equipment(
        for settings: ServerSettings, clock: any Clock, randomSource: any RandomSource, metrics: any MetricsFactory,
        logger: Logger
    ) throws -> ServiceEquipment
}

/// Options of `serve`, as they were typed.
public protocol ServiceOptions: ParsableArguments {
    var typed: [ServerSetting: String?] { get }
}

/// For a service without settings of its own.
public struct NoServiceOptions: ServiceOptions {
    /// Creates the group without options.
    public init() {}

    /// No options.
    public var typed: [ServerSetting: String?] { [:] }
}

/// The adapters that a service works with.
public struct ServiceEquipment {
    let dependencies: Dependencies
    /// Closes what has to be closed at the end.
    let close: () throws -> Void

    /// Creates the equipment; `close` is called at the end.
    public init(dependencies: Dependencies, close: @escaping () throws -> Void = {}) {
        self.dependencies = dependencies
        self.close = close
    }
}

extension ServiceApplication {
    /// `serve`. An application with commands of its own lists it among them.
    public static var commands: [any ParsableCommand.Type] { [ServeCommand<Self>.self] }

    /// No settings of its own.
    public static var serviceSettings: [ServerSetting] { [] }
    /// No metrics of its own.
    public static var metricsHelp: [String: String] { [:] }
    /// Returns at once: the service needs nothing else to do its work.
    public static func check(_ dependencies: Dependencies) async throws(ErrorWrapper) {}
    /// Changes nothing.
    public static func complete(_ configuration: inout ServerConfiguration, in stateDirectory: String) {}
    /// Finds nothing.
    public static func findings(about configuration: ServerConfiguration) -> ServerPreparation.Findings { .init() }
}
#endif
