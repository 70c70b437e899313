import CalearningApplication
package import CalearningDomain
import Usecases
package import UsecasesTerminal

extension Screen {
    /// The tutorial as a start leads to it. On a terminal, the application goes on to the page that was open last.
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
        isStart: true, onAppear: Behaviour(ReadTutorial.initial))

    /// A page of the tutorial, which does what it tells about.
    package static func tutorialPage(_ page: TutorialPage) -> Screen {
        Screen(
            "tutorial",
            Page(
                heading: page.heading, paragraphs: page.paragraphs, keys: page.keys, demonstration: page.demonstration),
            isStart: true)
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
        name: "s", action: Sentence(en: "skip", ja: "飛ばす"), keys: [.character("s")],
        effect: .dispatch(Behaviour(CompleteTutorial.initial)))
}
