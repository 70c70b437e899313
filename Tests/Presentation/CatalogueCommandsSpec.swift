import ArgumentParser
import CalearningApplication
import Testing
import UsecasesEngine
import UsecasesTestSupport

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@Suite struct カタログのコマンド {
    private let commands = RootCommand<CompositionRoot>.configuration.subcommands
        .map { $0.configuration.commandName ?? "" }

    @Test(arguments: Catalogue.usecases)
    func カタログの行にはコマンドがある(usecase: any Usecase.Type) {
        guard let name = usecase.invocation.command else { return }
        #expect(
            commands.contains(name),
            "The catalogue says that \(usecase.name) is run with `\(name)`, and there is no such command.")
    }

    @Test func コマンドのあるユースケースには画面がある() {
        let unshown = Catalogue.usecases.filter { $0.invocation.command != nil && !($0 is any ShownUsecase.Type) }

        #expect(unshown.map { $0.name } == [])
    }

    @Test func 宣言のないコマンドを名指しする() throws {
        let missing = try #require(WaitAndFail.missingCommand(in: CompositionRoot.self))

        #expect(missing.text(in: .en).contains("“wait SECONDS”"))
        #expect(missing.text(in: .ja).contains("「wait SECONDS」"))
        #expect(Catalogue.usecases.compactMap { $0.missingCommand(in: CompositionRoot.self) }.isEmpty)
    }

    @Test func 同じ名前のコマンドは二つない() {
        #expect(Set(commands).count == commands.count)
    }
}
