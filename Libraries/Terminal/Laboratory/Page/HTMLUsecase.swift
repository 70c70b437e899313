import UsecasesEngine
import UsecasesLaboratory

/// The part of the page for a use case.
struct HTMLUsecase {
    let language: Language
    /// The exploration in the language of the page, and in the other language.
    let (localized, other): (Exploration, Exploration)
    let scenarios: HTMLScenarios
    let screens: HTMLScreens
    private let product: Product
    private let times: LongestTimes?

    init(
        _ exploration: Exploration, of application: any TerminalApplication.Type, links: PageLinks,
        coverage: ScenarioCoverage?, times: LongestTimes?, in language: Language
    ) {
        self.language = language
        product = application.product
        localized = exploration.localized(in: language)
        other = exploration.localized(in: language.other)
        self.times = times
        scenarios = HTMLScenarios(exploration, coverage: coverage, times: times, in: language)
        let type = application.usecases.first { $0.name == exploration.usecase.name }
        screens = HTMLScreens(localized, of: type, links: links, in: language)
    }

    var markup: Markup {
        let usecase = localized.usecase
        var walk = HTMLWalk(localized, screens: screens, in: language)
        return """
            <article id="\(usecase.name)" aria-labelledby="\(usecase.name)-title">
            <h2 id="\(usecase.name)-title">\(usecase.title) <span class="name">\(usecase.name)</span>\
            \(secondLine(other.usecase.title))</h2>
            <dl class="facts">
            <div><dt>\(language.text(en: "Actors", ja: "アクター"))</dt><dd>\(usecase.actorList(in: language))</dd></div>
            <div><dt>\(language.text(en: "Run with", ja: "実行"))</dt><dd>\(invocation)</dd></div>
            \(usecase.isDurable ? durable : "")
            </dl>
            \(localized.problems.map { "<p class=\"finding\" role=\"note\">\($0.text(in: language))</p>" as Markup })
            <div class="columns">
            <figure>
            <div class="scroller" tabindex="0" role="group" aria-label="\(language.text(en: "Diagram", ja: "図"))">
            \(SVGDiagram(SceneGraph(localized), title: usecase.title).markup)
            </div>
            <figcaption>\(language.text(en: "Its scenes, and what decides between them", ja: "シーンと、行き先を決めるもの"))\
            </figcaption>
            </figure>
            <section>
            <h3>\(language.text(en: "Scenes", ja: "シーン"))</h3>
            \(scenes)
            </section>
            </div>
            <section>
            <h3>\(language.text(en: "Scenarios", ja: "シナリオ"))</h3>
            \(times.map { longest($0) } ?? "")
            \(scenarios.markup)
            </section>
            \(walk.markup(of: localized.trees))
            </article>
            """
    }

    /// Returns a text in the other language, below the text in the language of the page.
    func secondLine(_ text: String) -> Markup {
        "<span class=\"second\" lang=\"\(language.other.rawValue)\">\(text)</span>"
    }

    static func badge(_ course: Course, _ language: Language) -> Markup {
        "<span class=\"course \(course.rawValue)\">\(course.word.text(in: language))</span>"
    }

    private var durable: Markup {
        """
        <div><dt>\(language.text(en: "Cut off", ja: "中断"))</dt><dd>\(Sentence.durable.text(in: language))</dd></div>
        """
    }

    private func longest(_ times: LongestTimes) -> Markup {
        let path = times.whole.sentence(in: language)
        return """
            <p class="note">\(language.text(en: "As it is configured, it waits \(path)", ja: "今の設定での待ち時間: \(path)"))</p>
            """
    }

    private var invocation: Markup {
        let words = localized.usecase.invocation.words(of: product, in: language).map { word -> Markup in
            word.isCode ? "<code>\(word.text)</code>" : "\(word.text)"
        }
        return "\(words, separator: "")"
    }

    private var scenes: Markup {
        let rows = zip(localized.usecase.scenes, other.usecase.scenes).map { scene, other -> Markup in
            """
            <tr><td>\(Self.badge(scene.course, language))</td>\
            <th scope="row">\(scene.name)\(secondLine(other.name))</th></tr>
            """
        }
        return """
            <table class="scenes">
            <thead><tr><th scope="col">\(language.text(en: "course", ja: "コース"))</th>\
            <th scope="col">\(language.text(en: "scene", ja: "シーン"))</th></tr></thead>
            <tbody>
            \(rows)
            </tbody>
            </table>
            """
    }
}
