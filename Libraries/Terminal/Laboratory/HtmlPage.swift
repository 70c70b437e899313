package import Usecases
package import UsecasesLaboratory

/// All use cases on one self-contained page.
package struct HtmlPage {
    package let markup: Markup

    /// If `coverage` is `nil`, the page does not mention coverage; nor does it say how long a use case waits that is not in
    /// `times`, by its name.
    package init(
        _ explorations: [Exploration], of product: Product, coverage: ScenarioCoverage? = nil,
        times: [String: LongestTimes] = [:], in language: Language
    ) {
        let usecases = explorations.map {
            HtmlUsecase($0, of: product, coverage: coverage, times: times[$0.usecase.name], in: language)
        }
        let scenarios = usecases.reduce(0) { $0 + $1.scenarios.states.count }
        let ways = explorations.reduce(0) { $0 + $1.ways.count }
        markup = .document(
            language.text(en: "Use cases of \(product.name)", ja: "\(product.name)のユースケース"), style: HtmlStyle.sheet,
            in: language,
            body: """
                <header>
                <h1>\(language.text(en: "Use cases", ja: "ユースケース"))</h1>
                <p class="lead">\(Self.lead(usecases.count, scenarios, ways).text(in: language))</p>
                \(coverage == nil ? "" : HtmlCoverage(language: language).summary(usecases.flatMap(\.scenarios.states)))
                <nav aria-label="\(language.text(en: "Use cases", ja: "ユースケース"))">
                \(Self.index(usecases, isCovered: coverage != nil, language))
                </nav>
                <div class="columns">
                <section>
                <h2>\(language.text(en: "Who may run what", ja: "誰が何を実行できるか"))</h2>
                \(Self.actors(usecases.map(\.told.usecase), language))
                <p class="note">\(Sentence.refusedActors.text(in: language))</p>
                </section>
                <section>
                <h2>\(language.text(en: "How to read the diagrams", ja: "図の読み方"))</h2>
                \(Self.legend(language))
                </section>
                </div>
                </header>
                <main>
                \(usecases.map(\.markup))
                </main>
                """)
    }

    private static func lead(_ usecases: Int, _ scenarios: Int, _ ways: Int) -> Sentence {
        Sentence(
            en: "\(usecases == 1 ? "One use case" : "\(usecases) use cases"), \(scenarios) scenarios, \(ways) ways: "
                + "all that can happen. Each was found by running the use case itself over every combination of what its "
                + "ports can come to.",
            ja: "ユースケース\(usecases)、シナリオ\(scenarios)、道筋\(ways)。起こりうることのすべてです。"
                + "ポートがとりうる結果のあらゆる組み合わせで、ユースケースそのものを実行して見つけました。")
    }

    private static func index(_ usecases: [HtmlUsecase], isCovered: Bool, _ language: Language) -> Markup {
        let coverage = HtmlCoverage(language: language)
        let rows = usecases.map { page -> Markup in
            let usecase = page.told.usecase
            let covered: Markup = isCovered ? "<td>\(coverage.bar(page.scenarios.states))</td>" : ""
            return """
                <tr><th scope="row"><a href="#\(usecase.name)">\(usecase.title)</a> \
                <span class="name">\(usecase.name)</span>\(page.secondLine(page.other.usecase.title))</th>\
                <td class="number">\(usecase.scenes.count)</td>\
                <td class="number">\(page.scenarios.states.count)</td>\(covered)</tr>
                """
        }
        let covered = language.text(en: "covered by specs", ja: "スペック")
        let coveredHead: Markup = isCovered ? "<th scope=\"col\">\(covered)</th>" : ""
        return """
            <table class="index">
            <thead><tr><th scope="col">\(language.text(en: "use case", ja: "ユースケース"))</th>\
            <th scope="col" class="number">\(language.text(en: "scenes", ja: "シーン"))</th>\
            <th scope="col" class="number">\(language.text(en: "scenarios", ja: "シナリオ"))</th>\
            \(coveredHead)</tr></thead>
            <tbody>
            \(rows)
            </tbody>
            </table>
            """
    }

    private static func actors(_ usecases: [UsecaseDescription], _ language: Language) -> Markup {
        let heads = Actor.allCases.map { "<th scope=\"col\">\($0.word.text(in: language))</th>" as Markup }
        let rows = usecases.map { usecase -> Markup in
            let cells = Actor.allCases.map { actor -> Markup in
                usecase.actors.contains(actor)
                    ? "<td class=\"yes\">\(language.text(en: "yes", ja: "できる"))</td>" : "<td class=\"no\">–</td>"
            }
            return """
                <tr><th scope="row"><a href="#\(usecase.name)">\(usecase.title)</a></th>\
                \(cells, separator: "")</tr>
                """
        }
        return """
            <table>
            <thead><tr><th scope="col">\(language.text(en: "use case", ja: "ユースケース"))</th>\
            \(heads, separator: "")</tr></thead>
            <tbody>
            \(rows)
            </tbody>
            </table>
            """
    }

    private static func legend(_ language: Language) -> Markup {
        let items: [(Markup, en: String, ja: String)] = [
            (HtmlUsecase.badge(.basic, language), "a scene of the basic course", "基本コースのシーン"),
            (HtmlUsecase.badge(.alternative, language), "a scene of an alternative course", "代替コースのシーン"),
            (HtmlUsecase.badge(.goal, language), "the last scene of a run", "実行の最後のシーン"),
            (
                "<span class=\"course failure\">✗ \(language.text(en: "failure", ja: "失敗"))</span>",
                "errors in which a scene can end", "シーンが終わりうるエラー"
            ),
            (
                "<span class=\"outcome\">Port: outcome</span>",
                "what a port came to, which decides the next scene", "次のシーンを決める、ポートの結果"
            ),
        ]
        return """
            <dl class="legend">
            \(items.map { "<dt>\($0.0)</dt><dd>\(language.text(en: $0.en, ja: $0.ja))</dd>" as Markup })
            </dl>
            """
    }
}
