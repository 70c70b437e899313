import ArgumentParser
import CourseApplication
import CourseDomain
import UsecasesEngine
import UsecasesTerminal

struct JoinLibraryCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "join", abstract: Sentence(en: "Become a reader of the library.", ja: "図書館の利用者になる。"),
            usage: "course join <reader> [<options>]")
    }

    @Argument(
        help: ArgumentHelp(Sentence(en: "The name of the reader.", ja: "利用者の名前。")),
        transform: { text in
            guard let reader = ReaderName(text) else { throw ValidationError(Self.malformedName) }
            return reader
        })
    var reader: ReaderName

    private static let malformedName = UsageError.malformed(
        Sentence(en: "A name has 1 to 32 letters.", ja: "名前は1〜32文字です。"))

    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let scene = JoinLibrary.initial(reader: reader)
        try await options.program().run { await $0.dispatch(scene) }
    }
}

extension JoinLibrary: CommandedUsecase {
    static var command: any ParsableCommand.Type { JoinLibraryCommand.self }
}
