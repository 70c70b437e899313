import Application
import ArgumentParser
import Domain
import Testing

@testable import Presentation

@Suite struct カタログのコマンド {
    private let commands = RootCommand.configuration.subcommands.map {
        $0.configuration.commandName ?? $0._commandName
    }

    @Test(arguments: Catalogue.usecases)
    func カタログの行にはコマンドがある(entry: any Catalogued) {
        guard let name = entry.invocation.command else { return }
        #expect(
            commands.contains(name),
            "The catalogue says that \(entry.name) is run with `\(name)`, and there is no such command.")
    }

    @Test func 宣言のないコマンドを名指しする() throws {
        let argued = CatalogueEntry(WaitAndFail.self, .command("wait SECONDS"), from: WaitAndFail.initial)
        let plain = CatalogueEntry(WaitAndFail.self, .command("wait"), from: WaitAndFail.initial)

        let missing = try #require(argued.missingCommand)
        #expect(missing.text(in: .en).contains("“wait SECONDS”"))
        #expect(missing.text(in: .ja).contains("「wait SECONDS」"))
        #expect(plain.missingCommand == nil)
    }

    @Test func 同じ名前のコマンドは二つない() {
        #expect(Set(commands).count == commands.count)
    }
}
