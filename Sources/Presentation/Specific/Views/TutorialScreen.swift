import Application
import Domain

extension Screen {
    /// The tutorial: what this application is made of.
    package static let tutorial = Screen(
        "tutorial",
        Page(
            heading: Sentence(en: "Tutorial", ja: "チュートリアル"),
            paragraphs: [
                Sentence(
                    en: "Welcome to \(Product.title), an application whose use cases are code you can run and watch.",
                    ja: "\(Product.title)へようこそ。ユースケースがそのまま動くコードになっているアプリです。"),
                Sentence(
                    en: "1. A use case is an enum of scenes: a basic course, alternatives, and goals.",
                    ja: "1. ユースケースはシーンのenumです。基本コース、代替コース、ゴールからなります。"),
                Sentence(
                    en:
                        "2. Running one walks from scene to scene and gives back the scenario: what you have just seen at the start.",
                    ja: "2. 実行するとシーンからシーンへと進み、通ったシナリオが残ります。起動時に見えたのがそれです。"),
                Sentence(
                    en: "3. Everything outside is a port that can be swapped: try --backend, --store and --trace.",
                    ja: "3. 外の世界はすべて差し替えられるポートです。--backend、--store、--trace をお試しください。"),
            ],
            keys: [
                KeyBinding(
                    name: "enter", action: Sentence(en: "complete the tutorial", ja: "チュートリアルを完了する"), keys: [.enter],
                    effect: .dispatch(Behaviour(CompleteTutorial.initial))), .quit,
            ]),
        isStart: true)
}
