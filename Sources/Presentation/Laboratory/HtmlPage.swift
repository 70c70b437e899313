package import Application
import Domain

/// All use cases on one page that needs nothing but itself.
package struct HtmlPage {
    package let markup: Markup

    /// `nil` for the coverage says nothing of it.
    package init(_ explorations: [Exploration], coverage: ScenarioCoverage? = nil) {
        let usecases = explorations.map { HtmlUsecase($0, coverage: coverage) }
        let scenarios = usecases.reduce(0) { $0 + $1.scenarios.states.count }
        let ways = explorations.reduce(0) { $0 + $1.ways.count }
        markup = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Use cases of calearning</title>
            <style>
            \(HtmlStyle.sheet)
            </style>
            </head>
            <body>
            <header>
            <h1>Use cases</h1>
            <p class="lead">\(usecases.count == 1 ? "One use case" : "\(usecases.count) use cases"), \
            \(scenarios) scenarios, \(ways) ways: all that can happen. \
            Each was found by running the use case itself over every combination of what its ports can come to.</p>
            \(coverage == nil ? "" : HtmlCoverage.summary(usecases.flatMap(\.scenarios.states)))
            <nav aria-label="Use cases">
            \(Self.index(usecases, isCovered: coverage != nil))
            </nav>
            <div class="columns">
            <section>
            <h2>Who may run what</h2>
            \(Self.actors(explorations))
            <p class="note">Whoever may not run a use case is refused before its first scene.</p>
            </section>
            <section>
            <h2>How to read the diagrams</h2>
            \(Self.legend)
            </section>
            </div>
            </header>
            <main>
            \(usecases.map(\.markup))
            </main>
            </body>
            </html>

            """
    }

    private static func index(_ usecases: [HtmlUsecase], isCovered: Bool) -> Markup {
        let rows = usecases.map { page -> Markup in
            let usecase = page.exploration.usecase
            let covered: Markup = isCovered ? "<td>\(HtmlCoverage.bar(page.scenarios.states))</td>" : ""
            return """
                <tr><th scope="row"><a href="#\(usecase.name)" lang="ja">\(usecase.title)</a> \
                <span class="name">\(usecase.name)</span></th>\
                <td class="number">\(usecase.scenes.count)</td>\
                <td class="number">\(page.scenarios.states.count)</td>\(covered)</tr>
                """
        }
        let coveredHead: Markup = isCovered ? "<th scope=\"col\">covered by specs</th>" : ""
        return """
            <table class="index">
            <thead><tr><th scope="col">use case</th><th scope="col" class="number">scenes</th>\
            <th scope="col" class="number">scenarios</th>\
            \(coveredHead)</tr></thead>
            <tbody>
            \(rows)
            </tbody>
            </table>
            """
    }

    private static func actors(_ explorations: [Exploration]) -> Markup {
        let heads = Actor.allCases.map { "<th scope=\"col\">\($0.rawValue)</th>" as Markup }
        let rows = explorations.map(\.usecase).map { usecase -> Markup in
            let cells = Actor.allCases.map { actor -> Markup in
                usecase.actors.contains(actor) ? "<td class=\"yes\">yes</td>" : "<td class=\"no\">–</td>"
            }
            return """
                <tr><th scope="row"><a href="#\(usecase.name)" lang="ja">\(usecase.title)</a></th>\
                \(cells, separator: "")</tr>
                """
        }
        return """
            <table>
            <thead><tr><th scope="col">use case</th>\(heads, separator: "")</tr></thead>
            <tbody>
            \(rows)
            </tbody>
            </table>
            """
    }

    private static let legend: Markup = """
        <dl class="legend">
        <dt><span class="course basic">basic</span></dt><dd>a scene of the basic course</dd>
        <dt><span class="course alternative">alternative</span></dt><dd>a scene of an alternative course</dd>
        <dt><span class="course goal">goal</span></dt><dd>the last scene of a run</dd>
        <dt><span class="course failure">✗ failure</span></dt><dd>errors in which a scene can end</dd>
        <dt><span class="outcome">Port: outcome</span></dt><dd>what a port came to, which decides the next scene</dd>
        </dl>
        """
}
