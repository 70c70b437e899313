import ArgumentParser
import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

/// Without a subcommand, the devices are listed. The options are those of the subcommands: the parser would take them from
/// this command alone if it had them, too.
struct SessionsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "sessions",
            abstract: Sentence(
                en: "List the devices that are logged in, or log them out.", ja: "ログイン中の端末の一覧を表示するか、ログアウトさせる。"),
            usage: """
                \(Product.own.name) sessions [<options>]
                \(Product.own.name) sessions end <id>|--others [<options>]
                """,
            subcommands: [List.self, End.self], defaultSubcommand: List.self)
    }

    struct List: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "list",
                abstract: Sentence(en: "List the devices that are logged in.", ja: "ログイン中の端末の一覧を表示する。"),
                usage: "\(Product.own.name) sessions [<options>]")
        }

        @OptionGroup var options: CommonOptions<CompositionRoot>

        @MainActor func run() async throws {
            try await options.program().run { await $0.dispatch(ShowSessions.initial) }
        }
    }

    struct End: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "end",
                abstract: Sentence(en: "Log another device out, or all others.", ja: "ほかの端末をひとつ、またはすべてログアウトさせる。"),
                usage: "\(Product.own.name) sessions end <id>|--others [<options>]")
        }

        @Argument(
            help: ArgumentHelp(
                Sentence(
                    en: "The session, as `\(Product.own.name) sessions` lists it.",
                    ja: "`\(Product.own.name) sessions`が示すセッション。")),
            transform: { text in
                guard let id = UUIDv7(text) else { throw ValidationError(SessionsCommand.malformedID) }
                return id
            })
        var id: UUIDv7?

        @Flag(help: ArgumentHelp(Sentence(en: "All devices but this one.", ja: "この端末以外のすべて。")))
        var others = false

        @OptionGroup var options: CommonOptions<CompositionRoot>

        func validate() throws {
            guard (id != nil) != others else { throw ValidationError(SessionsCommand.noSession) }
        }

        @MainActor func run() async throws {
            let scene = EndSession.initial(ended: id.map { .one($0) } ?? .others)
            try await options.program().run { await $0.dispatch(scene) }
        }
    }

    fileprivate static let malformedID = UsageError.malformed(
        Sentence(
            en: "A session is named by 36 characters, as `\(Product.own.name) sessions` lists it.",
            ja: "セッションは`\(Product.own.name) sessions`が示す36文字で指定してください。"))
    fileprivate static let noSession = UsageError.malformed(
        Sentence(
            en: "Say which session ends: its identifier, or --others for all but this one.",
            ja: "終わらせるセッションの識別子か、この端末以外のすべてを表す --others の、どちらか一方を指定してください。"))
}

extension ShowSessions: CommandedUsecase {
    static var command: any ParsableCommand.Type { SessionsCommand.self }
    static var usageErrors: [UsageError] { [SessionsCommand.malformedID, SessionsCommand.noSession] }
}
