import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage

/// The screens of the goals that an exploration reached, as a terminal and a browser show them.
struct HTMLScreens {
    /// The size of the terminal, large enough for a QR code.
    private static let (columns, rows) = (64, 48)

    /// The screens, each once.
    let markups: [Markup]
    private let numbers: [SceneText: Int]

    /// Creates the screens. `exploration` is in the language of the page. The goals of a request have none. `links` are the pages
    /// of browsers.
    init(_ exploration: Exploration, of usecase: (any Usecase.Type)?, links: PageLinks, in language: Language) {
        var (screens, numbers): ([Screen], [SceneText: Int]) = ([], [:])
        for way in exploration.ways where exploration.usecase.invocation.command != nil {
            guard case .goal(let goal) = way.ending, numbers[goal] == nil, let reached = way.reached,
                let screen = usecase?.screen(ofExplored: reached)
            else { continue }
            if !screens.contains(screen) { screens.append(screen) }
            numbers[goal] = screens.firstIndex(of: screen)
        }
        self.numbers = numbers
        let hasPage = usecase.flatMap { links.place(of: PageAddress($0)) } != nil
        markups = screens.enumerated().map { number, screen in
            """
            <div class="screens s\(number)">
            \(Self.terminal(screen, language))
            \(hasPage ? Self.browser(screen, "\(exploration.usecase.name)-s\(number)", links, language) : "")
            </div>
            """
        }
    }

    /// Returns the number of the goal's screen, or `nil` without one.
    func number(of goal: SceneText) -> Int? { numbers[goal] }

    private static func terminal(_ screen: Screen, _ language: Language) -> Markup {
        let frame = Frame(
            columns: columns, rows: rows, language: language, hasFailed: screen.exitStatus != .success)
        var lines = screen.view.lines(in: frame)
        while lines.last?.text.isEmpty == true { lines.removeLast() }
        let texts = lines.map { line -> Markup in
            line.style == .picture ? "<span class=\"code\">\(line.text)</span>" : "\(line.text)"
        }
        let caption = language.text(en: "In a terminal", ja: "ターミナルでの画面")
        return """
            <figure><figcaption>\(caption)</figcaption>
            <pre class="scroller" tabindex="0" role="group" aria-label="\(caption)">
            \(texts)</pre></figure>
            """
    }

    private static func browser(_ screen: Screen, _ id: String, _ links: PageLinks, _ language: Language) -> Markup {
        let content = ScreenContent(links: links, in: language, example: id)
        return """
            <figure><figcaption>\(language.text(en: "In a browser", ja: "ブラウザでの画面"))</figcaption>
            <fieldset class="browser" disabled>
            \(content.markup(of: BrowserPage(screen, at: PageLinks.root)))
            </fieldset></figure>
            """
    }
}

extension Usecase {
    /// Returns the screen of a goal that an exploration reached, or `nil` for a goal of another use case.
    fileprivate static func screen(ofExplored goal: TappedScene) -> Screen? {
        (goal.declared as? Goals).map { goalScreen(of: Scenario(reached: $0, at: Dependencies.laboratory.clock.now)) }
    }
}
