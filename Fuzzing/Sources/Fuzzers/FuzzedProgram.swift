import Logging
import Metrics
import UsecasesEngine
import UsecasesService
import UsecasesStorage
import UsecasesTerminal

@testable import CalearningApplication
@testable import CalearningDomain

/// The part of the program that outside input reaches: its use cases, its stored values, and settings like its database
/// settings.
///
/// A different package cannot import the program itself, because it is not a library.
enum FuzzedProgram: ServiceApplication {
    static let product = Product.own
    static let abstract = Sentence("The program, as it is fuzzed.")
    static let usecases = Catalogue.usecases
    static var keys: [any DeclaredKey] { DeviceMemory.keys.all }
    static let service = ServiceText(purpose: abstract, needed: "the database")
    static let openAPI: [UInt8] = []
    static let serviceSettings = [
        ServerSetting(
            "database", \.database,
            SettingKind(
                allowed: Sentence("the address of a database"), valueName: nil, isDecisive: true,
                parse: { $0.hasPrefix("sqlite:") || $0.hasPrefix("postgres") ? Secret($0) : nil }, text: { "\($0)" }),
            isSecret: true, en: "Where registrations and accounts are kept.", ja: "登録とアカウントの保存先。"),
        ServerSetting(
            "database-connections", \.databaseConnections, .integer(in: 1...100), en: "How many connections are kept.",
            ja: "保つ接続の数。"),
    ]

    static func dependencies(for settings: Settings, _ options: NoOptions) -> Dependencies { .laboratory }

    static func routes(of service: HTTPService) -> [Route] { [] }

    static func equipment(
        for settings: ServerSettings, clock: any Clock, randomSource: any RandomSource, metrics: any MetricsFactory,
        logger: Logger
    ) -> ServiceEquipment {
        ServiceEquipment(dependencies: .laboratory)
    }
}

private struct DatabaseSettings: OwnServerSettings {
    var address = Secret("sqlite:devices.sqlite")
    var connections = 4
}

extension ServerSettings {
    /// The address of the database. It may contain a password.
    var database: Secret {
        get { self[DatabaseSettings.self].address }
        set { self[DatabaseSettings.self].address = newValue }
    }

    var databaseConnections: Int {
        get { self[DatabaseSettings.self].connections }
        set { self[DatabaseSettings.self].connections = newValue }
    }
}
