import Application
import ArgumentParser
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

    @Test func 同じ名前のコマンドは二つない() {
        #expect(Set(commands).count == commands.count)
    }
}
