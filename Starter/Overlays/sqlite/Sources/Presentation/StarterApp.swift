import StarterApplication
import StarterDomain
import StarterInfrastructure
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTerminal

/// The application. Only this type knows the adapters. Its commands and its laboratory follow from it.
@main
enum StarterApp: TerminalApplication {
    static let product = Product(name: "starter", version: "0.1.0")
    static let abstract = Sentence("An application of use cases that can be run, watched and explored.")
    static let usecases: [any Usecase.Type] = [
        CheckStatus.self
    ]

    static func dependencies(for settings: Settings, _ options: NoOptions) throws -> Dependencies {
        var dependencies = settings.dependencies(remembering: keys)
        if settings.store == .file { dependencies.dataStore.adapter = SQLiteDataStore(in: settings.stateDirectory) }
        let (clock, randomSource) = (dependencies.clock, dependencies.randomSource)
        let transport = try settings.transport(clock: clock, randomSource: randomSource)
        dependencies.statusPage.adapter = APIStatusPage(
            client: settings.client(
                of: StatusAPIs(address: try settings.address(StatusAPIs.addressSetting)), over: transport, clock: clock)
        )
        return dependencies
    }

    /// The worlds of `starter worlds` have adapters in memory.
    static func surroundings(devices: Int) -> Surroundings {
        Surroundings(devices: devices) {
            $0.statusPage.adapter = PreparedStatusPage(indicator: "none")
        }
    }
}
