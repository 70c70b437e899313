import ArgumentParser
import CalearningApplication
package import CalearningDomain
import UsecasesEngine
package import UsecasesTerminal

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
                ja: "ターミナルでは、最後に開いていたページから始まる。それ以外では文章を書き出し、何も記憶しない。"))
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

    private static let noSuchPage = UsageError.malformed(
        Sentence(
            en: "The tutorial has pages 1 to \(TutorialPage.allCases.count), for example --page 1.",
            ja: "チュートリアルのページは1から\(TutorialPage.allCases.count)までです。例: --page 1"))
    private static let pageWithoutShowing = UsageError.malformed(
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

extension ReadTutorial: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { TutorialCommand.self }

    static let isSafe = true

    static func beginning(with texts: [String: String]) -> Step<ReadTutorial>? {
        guard let page = texts["page"] else { return initial }
        return Int(page).flatMap(TutorialPage.init(rawValue:)).map { initial(page: $0) }
    }

    static func texts(of beginning: Step<ReadTutorial>) -> [String: String] {
        if case .basic(.アプリは開いたページを記録する(let page)) = beginning { return ["page": "\(page.rawValue)"] }
        return [:]
    }

    static func show(_ scenario: Scenario<ReadTutorial>) -> Screen {
        switch scenario.goal {
        case .ページの記録がある場合_アプリはそのページを表示(let page), .アプリは開いたページを表示(let page): .tutorialPage(page)
        case .ページの記録がない場合_アプリは最初のページを表示: .tutorialPage(.first)
        }
    }
}

extension CompleteTutorial: PagedUsecase {
    static let isSafe = true

    static func show(_ scenario: Scenario<CompleteTutorial>) -> Screen {
        switch scenario.goal {
        case .アプリはログイン画面を表示: .login(udid: nil)
        }
    }
}

extension Screen {
    /// The first screen of the tutorial after a start. On a terminal, the application continues with the last open
    /// page.
    package static let tutorial = Screen(
        "tutorial",
        Page(
            heading: Sentence(en: "Tutorial", ja: "チュートリアル"),
            paragraphs: [
                Sentence(
                    en:
                        "Welcome to \(Product.own.title), an application whose use cases are code you can run and watch.",
                    ja: "\(Product.own.title)へようこそ。ユースケースがそのまま動くコードになっているアプリです。"),
                Sentence(
                    en: """
                        The tutorial shows them at work on \(TutorialPage.allCases.count) pages, and touches nothing of \
                        yours: `\(Product.own.name) tutorial`
                        """,
                    ja: """
                        実際に動くところを、\(TutorialPage.allCases.count)ページのチュートリアルでご覧ください。\
                        お使いのデータには触れません: `\(Product.own.name) tutorial`
                        """),
            ],
            keys: [
                .read("enter", Sentence(en: "read", ja: "読む"), from: ReadTutorial.initial, keys: [.enter]), .skip,
                .quit,
            ]),
        isStart: true, onAppear: Behaviour(ReadTutorial.initial), place: Behaviour(ReadTutorial.initial))

    /// Returns a page of the tutorial, with a demonstration of its subject.
    package static func tutorialPage(_ page: TutorialPage) -> Screen {
        Screen(
            "tutorial",
            Page(
                heading: page.heading, paragraphs: page.paragraphs, keys: page.keys, demonstration: page.demonstration),
            isStart: true, place: Behaviour(ReadTutorial.initial(page: page)))
    }
}

extension TutorialPage {
    fileprivate var keys: [KeyBinding] {
        let back = previous.map {
            KeyBinding.read("b", .back, from: ReadTutorial.initial(page: $0), keys: [.character("b"), .left])
        }
        guard let next else { return [.complete] + (back.map { [$0] } ?? []) + [.quit] }
        let forward = KeyBinding.read(
            "enter", Sentence(en: "next", ja: "次へ"), from: ReadTutorial.initial(page: next), keys: [.enter, .right])
        return [forward] + (back.map { [$0] } ?? []) + [.skip, .quit]
    }
}

extension KeyBinding {
    fileprivate static func read(
        _ name: String, _ action: Sentence, from scene: Step<ReadTutorial>, keys: Set<DisplayEvent.Key>
    ) -> KeyBinding {
        KeyBinding(name: name, action: action, keys: keys, effect: .dispatch(Behaviour(scene)))
    }

    fileprivate static let complete = KeyBinding(
        name: "enter", action: Sentence(en: "complete the tutorial", ja: "チュートリアルを完了する"), keys: [.enter],
        effect: .dispatch(Behaviour(CompleteTutorial.initial)))
    fileprivate static let skip = KeyBinding(
        "s", Sentence(en: "skip", ja: "飛ばす"), .dispatch(Behaviour(CompleteTutorial.initial)))
}
