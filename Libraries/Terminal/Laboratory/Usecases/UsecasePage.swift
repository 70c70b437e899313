package import Usecases
package import UsecasesLaboratory

/// The page of a use case in the specification, as Markdown.
package struct UsecasePage {
    /// A note for the editors of a page.
    fileprivate static let origin = "<!-- Written by `make specification` from what the use cases do: do not edit. -->"

    /// The whole page.
    public let text: String

    /// Creates a page. `isAlone` says that no pages exist in the other language.
    package init(_ exploration: Exploration, of product: Product, in language: Language, isAlone: Bool = false) {
        let localized = exploration.localized(in: language)
        let other = exploration.localized(in: language.other)
        let usecase = localized.usecase
        let folder = SpecificationFolder(language, isAlone: isAlone)
        let sources = folder.root + "../.."
        let (actors, invocation) = (
            usecase.actorList(in: language), usecase.invocation.markdown(of: product, in: language)
        )
        let source = "\(sources)/Sources/Application/Usecases/\(usecase.name).swift"
        let spec = "\(sources)/\(product.specs)/\(usecase.name)Spec.swift"
        var lines = ["# \(usecase.title)", "", Self.origin, ""]
        lines += folder.link(to: usecase.name, called: other.usecase.title)
        lines += [
            language.text(
                en: "`\(usecase.name)`, run by \(actors) with \(invocation). [Source](\(source)), [spec](\(spec)).",
                ja: "`\(usecase.name)`。アクター: \(actors)。実行: \(invocation)。[ソース](\(source))、[スペック](\(spec))。"),
            "",
        ]
        if usecase.isDurable { lines += [Sentence.durable.text(in: language), ""] }
        func row(_ course: String, _ scene: String, _ other: String) -> String {
            "| \(course) | \(scene) |" + (isAlone ? "" : " \(other) |")
        }
        lines += [
            language.text(en: row("course", "scene", "in Japanese"), ja: row("コース", "シーン", "英語では")),
            row("---", "---", "---"),
        ]
        lines += zip(usecase.scenes, other.usecase.scenes).map { scene, other in
            row(scene.course.word.text(in: language), scene.name, other.name)
        }
        lines += ["", "```mermaid", Diagram.mermaid(SceneGraph(localized)), "```", ""]
        lines += [language.text(en: "## Scenarios", ja: "## シナリオ"), ""]
        for (index, scenario) in localized.scenarios.enumerated() {
            let ways = language.text(
                en: scenario.ways == 1 ? " (one way)" : " (\(scenario.ways) ways)", ja: "(道筋\(scenario.ways))")
            lines.append("\(index + 1). \(scenario.name)\(ways)")
        }
        lines += ["", language.text(en: "## Every way", ja: "## すべての道筋"), ""]
        // The two pages of a use case need its tree only once, with the names of the code.
        if language == .ja || isAlone {
            for tree in localized.trees { lines += ["```text"] + TreeText(tree).lines + ["```", ""] }
        } else {
            lines += ["`\(product.name) usecases \(usecase.name)` prints them.", ""]
        }
        for finding in localized.findings {
            lines += ["**\(finding.sentence(about: usecase).text(in: language))**", ""]
        }
        text = lines.joined(separator: "\n")
    }
}

/// The index of the specification, as Markdown, with the use cases by group and their actors.
package struct UsecaseIndex {
    /// The whole index.
    public let text: String

    /// Creates an index with a table for each of `groups`. Use cases without a group come first. `isAlone` says that no
    /// pages exist in the other language.
    package init(
        _ explorations: [Exploration], of product: Product, groups: [HelpGroup], in language: Language,
        isAlone: Bool = false
    ) {
        let localized = explorations.map { $0.localized(in: language) }
        var lines = [language.text(en: "# Use cases", ja: "# ユースケース"), "", UsecasePage.origin, ""]
        lines += SpecificationFolder(language, isAlone: isAlone).link(
            to: "README", called: language.text(en: "ユースケース", ja: "Use cases"))
        let ungrouped = localized.filter { exploration in !groups.contains { $0.hasCommand(of: exploration.usecase) } }
        lines += Self.table(of: ungrouped, product, language)
        for group in groups {
            let name = group.name.text(in: language)
            let table = Self.table(of: localized.filter { group.hasCommand(of: $0.usecase) }, product, language)
            if !table.isEmpty { lines += ["## \(name.prefix(1).uppercased())\(name.dropFirst())", ""] + table }
        }
        let actors = Actor.allCases
        lines += [language.text(en: "## Who may run what", ja: "## 誰が何を実行できるか"), ""]
        lines.append(
            language.text(en: "| use case |", ja: "| ユースケース |")
                + actors.map { " \($0.word.text(in: language)) |" }.joined())
        lines.append("| --- |" + actors.map { _ in " --- |" }.joined())
        lines += localized.map { exploration in
            "| \(exploration.usecase.title) |"
                + actors.map {
                    exploration.usecase.actors.contains($0) ? language.text(en: " yes |", ja: " できる |") : " – |"
                }.joined()
        }
        lines += ["", Sentence.refusedActors.text(in: language), ""]
        text = lines.joined(separator: "\n")
    }

    /// Returns the lines of a table. Empty without use cases.
    private static func table(of explorations: [Exploration], _ product: Product, _ language: Language) -> [String] {
        guard !explorations.isEmpty else { return [] }
        let rows = explorations.map { exploration in
            let usecase = exploration.usecase
            return "| [\(usecase.name)](\(usecase.name).md) | \(usecase.title) "
                + "| \(usecase.invocation.markdown(of: product, in: language)) "
                + "| \(usecase.scenes.count) | \(exploration.scenarios.count) |"
        }
        return [
            language.text(
                en: "| use case | title | run by | scenes | scenarios |", ja: "| ユースケース | 題 | 実行 | シーン | シナリオ |"),
            "| --- | --- | --- | --- | --- |",
        ] + rows + [""]
    }
}

extension HelpGroup {
    /// Whether a command of the group runs the use case. The command `serve` runs the use cases of requests.
    fileprivate func hasCommand(of usecase: UsecaseDescription) -> Bool {
        commands.contains(usecase.invocation.command ?? "serve")
    }
}

/// The folder of the pages in a language. The Japanese pages, with the scene names of the code, are in `usecases`. The
/// English pages are in its subfolder `en`. Pages in only one language are in `usecases`.
package struct SpecificationFolder {
    private let language: Language
    private let isAlone: Bool

    package init(_ language: Language, isAlone: Bool) {
        self.language = language
        self.isAlone = isAlone
    }

    private var isBelow: Bool { language == .en && !isAlone }

    package var path: String { isBelow ? "usecases/en" : "usecases" }

    /// The relative path from this folder to `usecases`.
    fileprivate var root: String { isBelow ? "../" : "" }

    /// Returns the lines with a link to the page in the other language, if it exists.
    fileprivate func link(to page: String, called title: String) -> [String] {
        isAlone ? [] : ["[\(title)](\(isBelow ? "../" : "en/")\(page).md)", ""]
    }
}

extension Invocation {
    fileprivate func markdown(of product: Product, in language: Language) -> String {
        words(of: product, in: language).map { $0.isCode ? "`\($0.text)`" : $0.text }.joined()
    }
}
