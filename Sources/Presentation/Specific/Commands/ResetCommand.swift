import Application
import ArgumentParser
import Domain

struct ResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Forget the UDID and that the tutorial was completed.",
        usage: "\(Product.name) reset [--yes] [<options>]",
        discussion: "The next boot is then like the first one, with a new UDID.")

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard yes || Console.isInputTerminal else {
            throw ValidationError(.nobodyToAsk)
        }
    }

    @MainActor func run() async throws {
        let settings = try options.settings()
        let program = try Program(settings)
        guard try yes || program.isConfirmed(question: Self.question) else {
            throw ExitCode(ExitStatus.interrupted.rawValue)
        }
        try await program.run { await $0.dispatch(Reset.initial) }
    }

    private static let question = Sentence(
        en: "Forget the UDID of this device and its tutorial record? [y/N] ",
        ja: "この端末のUDIDとチュートリアル完了の記録を消しますか? [y/N] ")
}

extension Reset: CommandedUsecase {
    static var command: any ParsableCommand.Type { ResetCommand.self }
}
