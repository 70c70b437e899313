import ArgumentParser
import CalearningApplication
import CalearningDomain
import UsecasesEngine
package import UsecasesTerminal

struct ResetCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "reset",
            abstract: Sentence(
                en: "Forget everything that is remembered on this device.", ja: "デバイスに記憶したことをすべて消す。"),
            usage: "\(Product.own.name) reset [--yes] [<options>]",
            discussion: Sentence(
                en: """
                    The next boot is then like the first one, with a new UDID. `\(Product.own.name) logout` also ends the session on the \
                    server, where it otherwise lasts until it is ended from another device or expires.

                    Another backend is another device: `reset` forgets what this device keeps for the chosen --backend, and \
                    nothing that other backends issued.
                    """,
                ja: """
                    次の起動は初めてのときと同じになり、UDIDは新しくなる。サーバのセッションは、\(Product.own.name) logout で終わらせなければ、\
                    別のデバイスで終わらせるか期限が切れるまで残る。

                    バックエンドが違えば別のデバイスである。消えるのは、選んだ --backend についてこのデバイスが記憶しているものだけで、\
                    ほかのバックエンドが発行したものは残る。
                    """))
    }

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try options.program()
        if !confirmation.yes { try program.confirm(Self.question) }
        try await program.run { await $0.dispatch(Reset.initial) }
    }

    private static let question = Sentence(
        en: "Forget \(DeviceMemory.keys.forgotten.text(in: .en)) of this device? [y/N] ",
        ja: "このデバイスの\(DeviceMemory.keys.forgotten.text(in: .ja))を消しますか? [y/N] ")
}

/// The consent to a command that ends or deletes something.
struct Confirmation: ParsableArguments {
    @Flag(name: .shortAndLong, help: ArgumentHelp(Sentence(en: "Do not ask.", ja: "確認を求めない。")))
    var yes = false

    func validate() throws {
        guard yes || Console.isInputTerminal else { throw ValidationError(.noTerminalToConfirm) }
    }
}

extension Reset: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { ResetCommand.self }

    static let question: Sentence? = Sentence(
        en: "This forgets \(DeviceMemory.keys.forgotten.text(in: .en)) of this device.",
        ja: "このデバイスの\(DeviceMemory.keys.forgotten.text(in: .ja))を消します。")

    static func show(_ scenario: Scenario<Reset>) -> Screen {
        switch scenario.goal {
        case .アプリは初期状態に戻ったことを表示: .reset
        }
    }
}

extension Screen {
    /// The screen after a reset. On a terminal, the splash screen follows.
    package static let reset = page(
        "splash", Sentence(en: "Reset", ja: "初期化"),
        [
            Sentence(
                en: "Forgotten: \(DeviceMemory.keys.forgotten.text(in: .en)). The next boot is like the first one.",
                ja: """
                    \(DeviceMemory.keys.forgotten.text(in: .ja))を消しました。次の起動は初めての起動と同じになります。
                    """)
        ])
}

extension DeviceMemory {
    /// The names of the deleted values, such as “the session and the UDID”.
    var forgotten: Sentence { .enumeration(forgottenByReset.compactMap(\.forgottenAs)) }
}
