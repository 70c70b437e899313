#if Server
import ArgumentParser
import Configuration
import Logging
import Metrics
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesService
@testable import UsecasesTerminal

/// An application with the providers of a spec.
private enum VaultUser: ServiceApplication {
    @TaskLocal static var providers: @Sendable () throws -> [any ConfigProvider] = { [] }

    static let product = Product.sample
    static let abstract = Sentence("A user of vaults.")
    static let service = ServiceText(purpose: Sentence("the service"), needed: "the service")
    static let usecases: [any Usecase.Type] = []
    static let openAPI: [UInt8] = []

    static func settingsProviders() async throws -> [any ConfigProvider] { try providers() }
    static func dependencies(for settings: Settings, _ options: NoOptions) -> Dependencies { .testing() }
    static func routes(of service: HTTPService) -> [Route] { [] }
    static func equipment(
        for settings: ServerSettings, clock: any Clock, randomSource: any RandomSource, metrics: any MetricsFactory,
        logger: Logger
    ) -> ServiceEquipment { ServiceEquipment(dependencies: .testing()) }
}

@Suite struct 設定のプロバイダ {
    private static func memory(_ name: String, _ values: [String: ConfigValue]) -> any ConfigProvider {
        let keyed = values.map { (AbsoluteConfigKey([$0]), $1) }
        return InMemoryProvider(name: name, values: Dictionary(uniqueKeysWithValues: keyed))
    }

    private func configuration(
        of providers: [any ConfigProvider], options: [ServerSetting: String] = [:], variables: [String: String] = [:],
        file: String? = nil
    ) async -> ServerConfiguration {
        await VaultUser.$providers.withValue({ providers }) {
            await ServerConfiguration(of: VaultUser.self, options: options, variables: variables, file: file)
        }
    }

    @Test(arguments: 1...5) func オプションと環境変数の次に_ファイルより先に_並びの順で探す(first: Int) async throws {
        let directory = TemporaryDirectory()
        try directory.write(#"{"drain-delay":5}"#, to: "c.json")
        func value(_ rank: Int) -> String? { rank >= first ? "\(rank)" : nil }
        func provider(_ rank: Int) -> any ConfigProvider {
            Self.memory(
                "\(rank)", value(rank).map { ["drain-delay": ConfigValue(.string($0), isSecret: false)] } ?? [:])
        }

        let found = await configuration(
            of: [provider(3), provider(4)], options: value(1).map { [.drainDelay: $0] } ?? [:],
            variables: value(2).map { ["SAMPLE_DRAIN_DELAY": $0] } ?? [:], file: directory.path + "/c.json")

        #expect(found.settings.drainDelay == .seconds(first))
        #expect(found.problems == [])
    }

    @Test func 値の限りと誤りの文はファイルと同じで_プロバイダとキーを挙げる() async {
        let found = await configuration(of: [Self.memory("vault", ["port": "70000", "host": ""])])

        #expect(
            found.problems.map { $0.text(in: .en) } == [
                "host in InMemoryProvider[vault] is empty: leave it out, or let it be an address or a name.",
                "port in InMemoryProvider[vault] is '70000': it must be a whole number, 0 to 65535.",
            ])
        #expect(found.invalid == [.host, .port])
    }

    @Test func 秘密とされた値は_誤りにも確かめた結果にも現れない() async {
        let values = ["port": "hunter2", "log-level": "debug"].mapValues { ConfigValue(.string($0), isSecret: true) }

        let found = await configuration(of: [Self.memory("vault", values)])
        let summary = found.settings.summary(for: VaultUser.self, secrets: found.secrets)

        #expect(found.problems.count == 1)
        #expect(!"\(found.problems)".contains("hunter2"))
        #expect(found.settings.logLevel == .debug)
        #expect(summary.contains("log-level [redacted]\n"))
        #expect(summary.contains("host 127.0.0.1\n"))
    }

    private static let failures: [(providers: @Sendable () throws -> [any ConfigProvider], problem: String)] = [
        ({ [memory("vault", ["port": 80])] }, "port in InMemoryProvider[vault] cannot be read: Config value"),
        ({ throw CancellationError() }, "the providers of the settings cannot be read: CancellationError()"),
    ]

    @Test(arguments: failures)
    func 失敗したプロバイダは_使い方の誤りとせずに_名と原因を告げる(
        providers: @escaping @Sendable () throws -> [any ConfigProvider], problem: String
    ) async throws {
        try await VaultUser.$providers.withValue(providers) {
            let found = await ServerConfiguration(of: VaultUser.self, options: [:], variables: [:], file: nil)
            let check = try ServeCommand<VaultUser>.parse(["--check"])

            #expect(found.problems.map { $0.text(in: .en).hasPrefix(problem) } == [true])
            #expect(found.invalid == Set(ServerSetting.all(of: VaultUser.self)))
            await #expect(throws: ExitCode(ExitStatus.unavailable.rawValue)) { try await check.run() }
        }
    }

    @Test func ほかで決まった設定は_プロバイダに尋ねない() async {
        let found = await configuration(of: [Self.memory("vault", ["port": 80])], options: [.port: "81"])

        #expect(found.failure == nil)
        #expect(found.settings.port == 81)
    }
}
#endif
