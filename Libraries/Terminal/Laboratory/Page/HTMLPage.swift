package import UsecasesEngine
package import UsecasesLaboratory

/// A self-contained page of all use cases, at most 2 MB for an application with some fifty of them.
package struct HTMLPage {
    package let markup: Markup

    /// Creates a page of use cases of the application. If `coverage` is `nil`, the page does not mention coverage. `times` has the waiting times by the
    /// name of the use case. The page omits missing times. `top` comes before everything else.
    package init(
        _ explorations: [Exploration], of application: any TerminalApplication.Type, coverage: ScenarioCoverage? = nil,
        times: [String: LongestTimes] = [:], top: Markup = "", in language: Language
    ) {
        let product = application.product
        let links = PageLinks(application.usecases.filter { $0.actors.contains(.user) }.compactMap { UsecasePlace($0) })
        let usecases = explorations.map {
            HTMLUsecase(
                $0, of: application, links: links, coverage: coverage, times: times[$0.usecase.name], in: language)
        }
        let scenarios = usecases.reduce(0) { $0 + $1.scenarios.states.count }
        let ways = explorations.reduce(0) { $0 + $1.ways.count }
        markup = .document(
            language.text(en: "Use cases – \(product.title)", ja: "ユースケース – \(product.title)"),
            style: "\(HTMLStyle.sheet)\n\(HTMLWalk.style(screens: usecases.map(\.screens.markups.count).max() ?? 0))",
            in: language,
            body: """
                \(top)
                <header>
                <h1>\(language.text(en: "Use cases", ja: "ユースケース"))</h1>
                <p class="lead">\(Self.lead(usecases.count, scenarios, ways).text(in: language))</p>
                \(coverage == nil ? "" : HTMLCoverage(language: language).summary(usecases.flatMap(\.scenarios.states)))
                <nav aria-label="\(language.text(en: "Use cases", ja: "ユースケース"))">
                \(Self.index(usecases, isCovered: coverage != nil, language))
                </nav>
                <div class="columns">
                <section>
                <h2>\(language.text(en: "Who may run what", ja: "誰が何を実行できるか"))</h2>
                \(Self.actors(usecases.map(\.localized.usecase), language))
                <p class="note">\(Sentence.refusedActors.text(in: language))</p>
                </section>
                <section>
                <h2>\(language.text(en: "How to read the diagrams", ja: "図の読み方"))</h2>
                \(Self.legend(language))
                </section>
                </div>
                </header>
                <main id="content">
                \(usecases.map(\.markup))
                </main>
                """)
    }

    private static func lead(_ usecases: Int, _ scenarios: Int, _ ways: Int) -> Sentence {
        Sentence(
            en: "\(usecases == 1 ? "One use case" : "\(usecases) use cases"), \(scenarios) scenarios, \(ways) ways: "
                + "all that can happen. Each was found by running the use case itself with every combination of outcomes "
                + "of its ports.",
            ja: "ユースケース\(usecases)、シナリオ\(scenarios)、道筋\(ways)。起こりうるすべてです。"
                + "ポートが返しうる結果のあらゆる組み合わせで、実際のユースケースを実行して見つけました。")
    }

    private static func index(_ usecases: [HTMLUsecase], isCovered: Bool, _ language: Language) -> Markup {
        let coverage = HTMLCoverage(language: language)
        let rows = usecases.map { page -> Markup in
            let usecase = page.localized.usecase
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
            (HTMLUsecase.badge(.basic, language), "a scene of the basic course", "基本コースのシーン"),
            (HTMLUsecase.badge(.alternative, language), "a scene of an alternative course", "代替コースのシーン"),
            (HTMLUsecase.badge(.goal, language), "the last scene of a run", "実行の最後のシーン"),
            (
                "<span class=\"course failure\">✗ \(language.text(en: "failure", ja: "失敗"))</span>",
                "errors in which a scene can end", "シーンで起こりうるエラー"
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

extension Markup {
    /// Returns a page that loads no resources and runs no scripts.
    public static func document(_ title: String, style: Markup, in language: Language, body: Markup) -> Markup {
        """
        <!doctype html>
        <html lang="\(language.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        <style>
        \(style)
        </style>
        </head>
        <body>
        \(body)
        </body>
        </html>

        """
    }
}

/// The style sheet of the page, for light and dark screens, telephones and paper.
enum HTMLStyle {
    static let sheet: Markup = """
        :root { color-scheme: light dark; --page: #fff; --raised: #f6f7f9; --text: #1c2128; --quiet: #57606a;
        --rule: #d5dae0; --link: #0a58b5; --basic: #dfeafc; --basic-rule: #3f6fb5; --alternative: #fdefd2;
        --alternative-rule: #a2690a; --goal: #dcf3e1; --goal-rule: #2c7d45; --failure: #b3261e; --passed: #1f6f3a;
        --uncovered: #80560a; }
        @media screen and (prefers-color-scheme: dark) { :root { --page: #14181d; --raised: #1c2229; --text: #e4e8ec;
        --quiet: #a3adb8; --rule: #39424c; --link: #86b7fb; --basic: #1d2f4c; --basic-rule: #6f9fe6;
        --alternative: #3d2d10; --alternative-rule: #d39b40; --goal: #173822; --goal-rule: #57b375; --failure: #ff9a90;
        --passed: #72cf90; --uncovered: #e3b25c; } }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body { margin: 0 auto; max-width: 76rem; padding: 2rem clamp(1rem, 4vw, 3rem) 4rem; background: var(--page);
        color: var(--text); font: 1rem/1.6 system-ui, "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", sans-serif;
        overflow-wrap: anywhere; }
        :lang(ja) { word-break: auto-phrase; line-break: strict; } pre { word-break: normal; }
        a { color: var(--link); text-underline-offset: .2em; }
        h1, h2, h3, h4 { line-height: 1.3; margin: 0; }
        h1 { font-size: 2rem; } h2 { font-size: 1.5rem; } h3 { font-size: 1.1rem; } h4 { margin-top: 1rem; }
        header h2 { font-size: 1.1rem; }
        .lead { max-width: 46rem; margin: .5rem 0 1rem; }
        .name, code, pre { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono CJK JP",
        monospace; font-size: .875em; }
        .name { color: var(--quiet); font-weight: normal; }
        code { background: var(--raised); border-radius: 4px; padding: .1em .35em; }
        .skip { position: absolute; left: -100vw; } .skip:focus { position: static; }
        .top { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-bottom: 1rem; }
        .second { display: block; color: var(--quiet); font-size: .8125rem; font-weight: normal; }
        .note, figcaption { color: var(--quiet); font-size: .875rem; }
        .columns { display: grid; gap: 1.5rem 3rem; align-items: start; margin: 1.5rem 0; }
        .columns > * { min-width: 0; margin: 0; }
        @media (min-width: 60rem) { .columns { grid-template-columns: minmax(0, auto) minmax(20rem, 1fr); } }
        table { border-collapse: collapse; margin: .5rem 0; width: 100%; }
        th, td { border-bottom: 1px solid var(--rule); padding: .4rem .75rem .4rem 0; text-align: left;
        vertical-align: top; font-weight: normal; }
        thead th { color: var(--quiet); font-size: .875rem; white-space: nowrap; }
        .index .name { margin-left: .75rem; } .covered span { white-space: nowrap; }
        @media (max-width: 40rem) { .index .name { display: block; margin: 0; } .index tr > :nth-child(2) { display: none; }
        .index thead th { white-space: normal; overflow-wrap: normal;
        vertical-align: bottom; } .covered span { display: block; } }
        .number { text-align: right; font-variant-numeric: tabular-nums; }
        .no { color: var(--quiet); }
        article { border-top: 1px solid var(--rule); margin-top: 3rem; padding-top: 2rem; }
        .facts { display: flex; flex-wrap: wrap; gap: .25rem 2rem; margin: .5rem 0; }
        .facts div { display: flex; gap: .5rem; } .facts dt { white-space: nowrap; } dt { color: var(--quiet); } dd { margin: 0; }
        .legend { display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1rem; margin: .75rem 0; }
        .course, .outcome { display: inline-block; border: 1px solid; border-radius: 3px; padding: 0 .5em;
        font-size: .8125rem; color: var(--text); white-space: nowrap; }
        .course.basic { background: var(--basic); border-color: var(--basic-rule); }
        .course.alternative { background: var(--alternative); border-color: var(--alternative-rule);
        border-radius: 1em; }
        .course.goal { background: var(--goal); border: 3px double var(--goal-rule); }
        .course.failure { border: 1px dashed var(--failure); color: var(--failure); }
        .outcome { border-color: transparent; background: var(--raised); }
        .scenes td { width: 1%; }
        .scroller { overflow-x: auto; background: var(--raised); border-radius: 8px; padding: .5rem; }
        pre { line-height: 1.4; margin: .75rem 0; padding: .75rem 1rem; }
        .scenarios { padding-left: 2.25rem; margin: .5rem 0; }
        .scenarios > li { padding: .35rem 0 .35rem .25rem; border-bottom: 1px solid var(--rule); }
        .scenarios > li::marker { color: var(--quiet); font-variant-numeric: tabular-nums; }
        li .failure { display: inline-block; } .again, .arrow { color: var(--quiet); }
        span.failure, .failed, .finding { color: var(--failure); }
        .passed { color: var(--passed); } .uncovered { color: var(--uncovered); }
        .coverage { font-size: .875rem; margin: .1rem 0 0; } .coverage ul { margin: .2rem 0; padding-left: 1.25rem; }
        .coverage ul, ul.summary { list-style: none; } .coverage ul span { color: var(--text); }
        ul.summary { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding: 0; margin: 1rem 0; }
        .finding { border-left: 4px solid; padding-left: .75rem; }
        summary { cursor: pointer; }
        svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
        svg rect { fill: var(--page); stroke: var(--rule); stroke-width: 1.25; }
        svg text { fill: var(--text); text-anchor: middle; }
        .basic rect { fill: var(--basic); stroke: var(--basic-rule); }
        .alternative rect { fill: var(--alternative); stroke: var(--alternative-rule); }
        .goal rect { fill: var(--goal); stroke: var(--goal-rule); }
        .failure rect { fill: none; stroke: var(--failure); stroke-dasharray: 4 3; }
        svg .failure text { fill: var(--failure); } svg .failure text, svg .label text { text-anchor: start; }
        .line { fill: none; stroke: var(--quiet); stroke-width: 1.25; } .head { fill: var(--quiet); }
        @media print { body { max-width: none; padding: 0; font-size: 10pt; } article { break-before: page; border: none;
        margin: 0; padding: 0; } h3 { break-after: avoid; }
        figure, header section, li, tr { break-inside: avoid; } details::details-content { content-visibility: visible;
        block-size: auto; } pre { white-space: pre-wrap; } .scroller { overflow: visible; }
        svg { min-width: 0 !important; } }
        """
}
