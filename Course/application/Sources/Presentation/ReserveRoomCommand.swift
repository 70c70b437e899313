import ArgumentParser
import CourseApplication
import CourseDomain
import UsecasesEngine
import UsecasesTerminal

struct ReserveRoomCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "reserve", abstract: Sentence(en: "Reserve the reading room.", ja: "読書室を予約する。"),
            usage: "course reserve <reader> [<options>]")
    }

    @Argument(
        help: ArgumentHelp(Sentence(en: "Who reserves it.", ja: "予約する人の名前。")),
        transform: { text in
            guard let reader = ReaderName(text) else { throw ValidationError(Self.malformedName) }
            return reader
        })
    var reader: ReaderName

    private static let malformedName = UsageError.malformed(
        Sentence(en: "A name has 1 to 32 letters.", ja: "名前は1〜32文字です。"))

    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let scene = ReserveRoom.initial(reader: reader)
        try await options.program().run { await $0.dispatch(scene) }
    }
}

extension ReserveRoom: CommandedUsecase {
    static var command: any ParsableCommand.Type { ReserveRoomCommand.self }
}
