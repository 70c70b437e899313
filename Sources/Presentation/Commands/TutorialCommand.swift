import ArgumentParser
import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

struct TutorialCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "tutorial",
            abstract: Sentence(
                en: "Show the tutorial, or record that it was completed.", ja: "チュートリアルを表示するか、完了したことを記録する。"),
            usage: "\(Product.own.name) tutorial [--page <n>] [--complete] [<options>]",
            discussion: Sentence(
                en: """
                    On a terminal it begins at the page that was open last. Elsewhere its text is written, and nothing is \
                    remembered.
                    """,
                ja: "端末では、最後に開いていたページから始まる。それ以外では文章を書き出し、何も記憶しない。"))
    }

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            Sentence(
                en: "Show this page, from 1 to \(TutorialPage.allCases.count).",
                ja: "1から\(TutorialPage.allCases.count)までの、このページを表示する。"), valueName: "n"),
        transform: { text in
            guard let page = Int(text).flatMap(TutorialPage.init(rawValue:)) else {
                throw ValidationError(Self.noSuchPage)
            }
            return page
        })
    var page: TutorialPage?

    @Flag(
        help: ArgumentHelp(
            Sentence(en: "Record the tutorial as completed, without showing it.", ja: "チュートリアルを表示せず、完了したことを記録する。")))
    var complete = false

    @OptionGroup var options: CommonOptions<CompositionRoot>

    fileprivate static let noSuchPage = UsageError.malformed(
        Sentence(
            en: "The tutorial has pages 1 to \(TutorialPage.allCases.count), for example --page 1.",
            ja: "チュートリアルのページは1から\(TutorialPage.allCases.count)までです。例: --page 1"))
    fileprivate static let pageWithoutShowing = UsageError.malformed(
        Sentence(
            en: "With --complete no page is shown: leave --page out.", ja: "--complete ではページを表示しません。--page は付けないでください。")
    )

    func validate() throws {
        guard page == nil || !complete else { throw ValidationError(Self.pageWithoutShowing) }
    }

    @MainActor func run() async throws {
        let program = try options.program()
        if complete {
            try await program.run { await $0.dispatch(CompleteTutorial.initial) }
        } else {
            let scene = page.map { ReadTutorial.initial(page: $0) } ?? ReadTutorial.initial
            let pages = page.map { [$0] } ?? TutorialPage.allCases
            try await program.present({ await $0.dispatch(scene) }, asText: pages.map { .tutorialPage($0) })
        }
    }
}

extension ReadTutorial: CommandedUsecase {
    static var command: any ParsableCommand.Type { TutorialCommand.self }
    static var usageErrors: [UsageError] { [TutorialCommand.noSuchPage, TutorialCommand.pageWithoutShowing] }
}
