import ArgumentParser
import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

struct ApplicationCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "application",
            abstract: Sentence(
                en: "Make an application of your own from the source of this one.",
                ja: "このアプリのソースから自分のアプリケーションを作る。"),
            usage: "\(Product.own.name) application <name> <directory> [--service] [<options>]",
            discussion: Sentence(
                en:
                    "It has the four layers, all that is generic, one use case with its spec, and guides to go on with.",
                ja: "四つの層と汎用の部分、仕様の付いたユースケース一つ、そして先へ進むための手引きが入っている。"))
    }

    @Argument(
        help: ArgumentHelp(
            Sentence(
                en: "Its name: a capital, then letters and digits, 2 to 12 in all.",
                ja: "名前。英大文字で始まる2〜12文字の英数字。")),
        transform: { text in
            guard let name = ApplicationName(text) else { throw ValidationError(Self.malformedName) }
            return name
        })
    var name: ApplicationName

    @Argument(
        help: ArgumentHelp(
            Sentence(
                en: "Its folder, which must not exist or be empty.", ja: "置き場所。まだないフォルダか空のフォルダ。")),
        completion: .directory)
    var directory: String

    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "With a service, which answers requests over HTTP with its use cases.",
                ja: "HTTPのリクエストにユースケースで答えるサービスも付ける。")))
    var service = false

    fileprivate static let malformedName = UsageError.malformed(
        Sentence(
            en:
                "The name of an application has a capital, then letters and digits, 2 to 12 in all, and is not that of a module.",
            ja: "アプリケーションの名前は、英大文字で始まる2〜12文字の英数字で、モジュールの名前でないものです。"))

    @OptionGroup var options: CommonOptions<CompositionRoot>

    func validate() throws {
        try directory.checkName(of: "<directory>")
    }

    @MainActor func run() async throws {
        let scene = MakeApplication.initial(
            order: ApplicationOrder(name: name, directory: directory, hasService: service)
        )
        try await options.program().run { await $0.dispatch(scene) }
    }
}

extension MakeApplication: CommandedUsecase {
    static var command: any ParsableCommand.Type { ApplicationCommand.self }
    static var usageErrors: [UsageError] { [ApplicationCommand.malformedName] }
}
