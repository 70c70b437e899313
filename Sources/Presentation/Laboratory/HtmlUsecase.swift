import Application
import Domain

/// What the page says of one use case.
struct HtmlUsecase {
    let exploration: Exploration
    let scenarios: HtmlScenarios

    init(_ exploration: Exploration, coverage: ScenarioCoverage?) {
        self.exploration = exploration
        scenarios = HtmlScenarios(exploration, coverage: coverage)
    }

    var markup: Markup {
        let usecase = exploration.usecase
        return """
            <article id="\(usecase.name)" aria-labelledby="\(usecase.name)-title">
            <h2 id="\(usecase.name)-title"><span lang="ja">\(usecase.title)</span> \
            <span class="name">\(usecase.name)</span></h2>
            <dl class="facts">
            <div><dt>Actors</dt><dd>\(usecase.actorList)</dd></div>
            <div><dt>Run with</dt><dd>\(usecase.invocation.markup)</dd></div>
            \(usecase.isDurable ? Self.durable : "")
            </dl>
            \(exploration.findings.map { "<p class=\"finding\" role=\"note\">\($0.description)</p>" })
            <div class="columns">
            <figure>
            <div class="scroller" tabindex="0" role="group" aria-label="Diagram">
            \(SvgDiagram(SceneGraph(exploration), title: usecase.title).markup)
            </div>
            <figcaption>Its scenes, and what decides between them</figcaption>
            </figure>
            <section>
            <h3>Scenes</h3>
            \(scenes)
            </section>
            </div>
            <section>
            <h3>Scenarios</h3>
            \(scenarios.markup)
            </section>
            <details>
            <summary><h3>Every way</h3> <span class="note">\(exploration.ways.count), as a tree</span></summary>
            \(trees)
            </details>
            </article>
            """
    }

    private static let durable: Markup =
        "<div><dt>Cut off</dt><dd>A run that is cut off is gone on with by the next one.</dd></div>"

    private var scenes: Markup {
        let rows = exploration.usecase.scenes.map { scene -> Markup in
            let course = scene.course.rawValue
            return """
                <tr><td><span class="course \(course)">\(course)</span></td>\
                <th scope="row" lang="ja">\(scene.name)</th></tr>
                """
        }
        return """
            <table class="scenes">
            <thead><tr><th scope="col">course</th><th scope="col">scene</th></tr></thead>
            <tbody>
            \(rows)
            </tbody>
            </table>
            """
    }

    private var trees: [Markup] {
        Set(exploration.ways.map(\.beginning)).sorted().compactMap { beginning in
            CourseTree(exploration.ways.filter { $0.beginning == beginning }).map { tree in
                """
                <pre lang="ja" class="scroller" tabindex="0" role="group" aria-label="Tree">\
                \(TreeText(tree).lines.joined(separator: "\n"))</pre>
                """
            }
        }
    }
}

extension Invocation {
    fileprivate var markup: Markup {
        switch self {
        case .command(let command): "<code>calearning \(command)</code>"
        case .request(let request): "<code>\(request)</code> of <code>calearning serve</code>"
        }
    }
}
