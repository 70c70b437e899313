import UsecasesEngine
import UsecasesLaboratory

/// The ways of a use case, of which a reader chooses one, outcome by outcome.
///
/// A link leads from each outcome to the point that follows. A point is inside the point before it, and is displayed only while
/// it has the target of the page. So the page shows the whole path to the target, and needs no script.
struct HTMLWalk {
    private let usecase: String
    private let screens: HTMLScreens
    private let language: Language
    private var points = 0

    /// Creates the walk. `exploration` is in the language of the page.
    init(_ exploration: Exploration, screens: HTMLScreens, in language: Language) {
        usecase = exploration.usecase.name
        self.screens = screens
        self.language = language
    }

    /// Returns the walk through the trees, one for each beginning, with the screens of their goals.
    mutating func markup(of trees: [CourseTree]) -> Markup {
        let points = trees.enumerated().map { number, tree in
            let number = trees.count > 1 ? " \(number + 1)" : ""
            return point(language.text(en: "Beginning\(number)", ja: "はじまり\(number)"), tree)
        }
        let beginnings = zip(points, trees).map { point, tree in
            Self.link(to: point.id, "\(point.name): \(tree.scenes.first?.name ?? "")")
        }
        return """
            <section class="walk">
            <h3 id="\(usecase)-walk">\(language.text(en: "Walk every way", ja: "すべての道筋をたどる"))</h3>
            <p class="note">\(Self.introduction(hasScreens: !screens.markups.isEmpty).text(in: language))</p>
            <ul>
            \(beginnings)
            </ul>
            \(points.map { $0.markup })
            \(screens.markups)
            <p class="restart"><a href="#\(usecase)-walk">\(language.text(en: "Start again", ja: "はじめから"))</a></p>
            </section>
            """
    }

    /// Returns the scenes of the tree and the outcomes of its call, with a point for each continuation.
    private mutating func point(
        _ name: String, _ tree: CourseTree
    ) -> (id: String, name: String, markup: Markup) {
        points += 1
        let id = "\(usecase)-\(points)"
        var (content, screen): ([Markup], Markup) = (tree.scenes.map(Self.scene), "")
        switch tree.continuation {
        case .call(let call, let branches): content += self.branches(branches, of: call)
        case .ending(.goal(let goal)):
            content.append(Self.scene(goal))
            screen = screens.number(of: goal).map { " s\($0)" } ?? ""
        case .ending(let ending): content.append("<p class=\"failure\">\("\(ending)")</p>")
        case .failedCall: break
        }
        return (
            id, name,
            """
            <div class="point\(screen)"><h4 id="\(id)" tabindex="-1">\(name)</h4>
            \(content)
            </div>
            """
        )
    }

    private mutating func branches(_ branches: [CourseTree.Branch], of call: PortCallName) -> [Markup] {
        var (items, points): ([Markup], [Markup]) = ([], [])
        for branch in branches {
            if let failure = branch.tree.failure {
                items += branch.outcomes.map { "<li class=\"failure\">\($0) ✗\(failure)</li>" as Markup }
            } else {
                let point = point(branch.outcomes.joined(separator: ", "), branch.tree)
                items += branch.outcomes.map { Self.link(to: point.id, $0) }
                points.append(point.markup)
            }
        }
        return ["<p><code>\("\(call)")</code></p>\n<ul>\n\(items)\n</ul>"] + points
    }

    private static func link(to id: String, _ text: String) -> Markup { "<li><a href=\"#\(id)\">\(text)</a></li>" }

    private static func scene(_ scene: SceneText) -> Markup {
        let values: Markup = scene.values.isEmpty ? "" : " <small>\(scene.values.joined(separator: ", "))</small>"
        return "<p class=\"\(scene.course.rawValue)\">\(scene.course == .goal ? "◎ " : "")\(scene.name)\(values)</p>"
    }

    private static func introduction(hasScreens: Bool) -> Sentence {
        let end =
            hasScreens
            ? Sentence(en: "to a goal and its screen.", ja: "ゴールとその画面まで進めます。")
            : Sentence(
                en: "to a goal. It answers a request, so it has no screen.",
                ja: "ゴールまで進めます。ゴールはリクエストへの応答で、画面はありません。")
        return Sentence(
            en: "Choose how each call ends, from a beginning \(end.text(in: .en))",
            ja: "呼び出しの結果を選びながら、はじめから\(end.text(in: .ja))")
    }

    /// The style of the walks. `screens` is the largest number of screens of a use case. A browser that does not know `:has`
    /// displays everything.
    static func style(screens: Int) -> Markup {
        let shown = (0..<screens).map { "article:has(.s\($0) > :target) .screens.s\($0)" }.joined(separator: ", ")
        return """
            .walk ul { list-style: none; display: flex; flex-wrap: wrap; gap: .125rem .75rem; margin: .375rem 0; padding: 0; }
            .walk li { padding: .125rem 0; } .walk p { margin: .375rem 0; } .walk .failure { color: var(--failure); }
            .walk small { color: var(--quiet); font-weight: normal; }
            .walk h4 { scroll-margin-top: 10rem; } .walk h4:target { text-decoration: underline; }
            .walk .basic, .walk .alternative, .walk .goal { border-left: 6px solid var(--basic-rule); padding-left: .625rem; }
            .walk .alternative { border-left: 6px dotted var(--alternative-rule); }
            .walk .goal { border-left: 6px double var(--goal-rule); font-weight: 600; }
            .screens { display: grid; gap: 1rem; align-items: start; margin: 1rem 0; }
            .screens figure { margin: 0; min-width: 0; } .screens pre { margin: 0; line-height: 1.2; }
            .browser { margin: 0; min-width: 0; padding: 1.25rem; border: 1px solid var(--rule); border-radius: 8px; }
            .code { background: #fff; color: #000; } .browser .picture rect { fill: #fff; stroke: none; }
            @media (min-width: 60rem) { .screens { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
            @supports selector(:has(a)) {
            .point, .screens, .restart { display: none; }
            .point:has(:target), .walk:has(.point :target) .restart { display: block; }
            \(Markup(stringLiteral: shown)) { display: grid; } }
            \(Markup(stringLiteral: StyleSheet.nested(in: "browser")))
            """
    }
}

extension CourseTree {
    /// The error with which the tree ends before another scene. It is empty for the error of a failed call. `nil` if the tree goes
    /// on.
    fileprivate var failure: String? {
        guard scenes.isEmpty else { return nil }
        return switch continuation {
        case .failedCall: ""
        case .ending(.failure(let error)): " \(error)"
        case .ending, .call: nil
        }
    }
}
