package import Usecases
package import UsecasesLaboratory

/// The page of a use case in the specification, as Markdown.
package struct UsecasePage {
    /// What anyone who wants to edit a page has to know.
    fileprivate static let origin = "<!-- Written by `make specification` from what the use cases do: do not edit. -->"

    /// The whole page.
    public let text: String

    package init(_ exploration: Exploration, of product: Product, in language: Language) {
        let told = exploration.told(in: language)
        let other = exploration.told(in: language.other)
        let usecase = told.usecase
        let sources = SpecificationFolder.root(from: language) + "../.."
        let (actors, invocation) = (
            usecase.actorList(in: language), usecase.invocation.markdown(of: product, in: language)
        )
        let source = "\(sources)/Sources/Application/Usecases/\(usecase.name).swift"
        let spec = "\(sources)/\(product.specs)/\(usecase.name)Spec.swift"
        var lines = ["# \(usecase.title)", "", Self.origin, ""]
        lines += [
            SpecificationFolder.link(to: usecase.name, called: other.usecase.title, from: language), "",
            language.text(
                en: "`\(usecase.name)`, run by \(actors) with \(invocation). [Source](\(source)), [spec](\(spec)).",
                ja: "`\(usecase.name)`。アクター: \(actors)。実行: \(invocation)。[ソース](\(source))、[スペック](\(spec))。"),
            "",
        ]
        if usecase.isDurable { lines += [Sentence.durable.text(in: language), ""] }
        lines += [
            language.text(en: "| course | scene | in Japanese |", ja: "| コース | シーン | 英語では |"), "| --- | --- | --- |",
        ]
        lines += zip(usecase.scenes, other.usecase.scenes).map { scene, other in
            "| \(scene.course.word.text(in: language)) | \(scene.name) | \(other.name) |"
        }
        lines += ["", "```mermaid", Diagram.mermaid(SceneGraph(told)), "```", ""]
        lines += [language.text(en: "## Scenarios", ja: "## シナリオ"), ""]
        for (index, scenario) in told.scenarios.enumerated() {
            let ways = language.text(
                en: scenario.ways == 1 ? " (one way)" : " (\(scenario.ways) ways)", ja: "(道筋\(scenario.ways))")
            lines.append("\(index + 1). \(scenario.name)\(ways)")
        }
        lines += ["", language.text(en: "## Every way", ja: "## すべての道筋"), ""]
        for tree in told.trees { lines += ["```text"] + TreeText(tree).lines + ["```", ""] }
        for finding in told.findings { lines += ["**\(finding.sentence(about: usecase).text(in: language))**", ""] }
        text = lines.joined(separator: "\n")
    }
}

/// The index of the specification, as Markdown: the use cases, and who may run them.
package struct UsecaseIndex {
    /// The whole index.
    public let text: String

    package init(_ explorations: [Exploration], of product: Product, in language: Language) {
        let told = explorations.map { $0.told(in: language) }
        var lines = [
            language.text(en: "# Use cases", ja: "# ユースケース"), "", UsecasePage.origin, "",
            SpecificationFolder.link(
                to: "README", called: language.text(en: "ユースケース", ja: "Use cases"), from: language),
            "",
            language.text(
                en: "| use case | title | run by | scenes | scenarios |", ja: "| ユースケース | 題 | 実行 | シーン | シナリオ |"),
            "| --- | --- | --- | --- | --- |",
        ]
        lines += told.map { exploration in
            let usecase = exploration.usecase
            return "| [\(usecase.name)](\(usecase.name).md) | \(usecase.title) "
                + "| \(usecase.invocation.markdown(of: product, in: language)) "
                + "| \(usecase.scenes.count) | \(exploration.scenarios.count) |"
        }
        let actors = Actor.allCases
        lines += ["", language.text(en: "## Who may run what", ja: "## 誰が何を実行できるか"), ""]
        lines.append(
            language.text(en: "| use case |", ja: "| ユースケース |")
                + actors.map { " \($0.word.text(in: language)) |" }.joined())
        lines.append("| --- |" + actors.map { _ in " --- |" }.joined())
        lines += told.map { exploration in
            "| \(exploration.usecase.title) |"
                + actors.map {
                    exploration.usecase.actors.contains($0) ? language.text(en: " yes |", ja: " できる |") : " – |"
                }.joined()
        }
        lines += ["", Sentence.refusedActors.text(in: language), ""]
        text = lines.joined(separator: "\n")
    }
}

/// The folders of the specification: one for the pages in Japanese, whose scenes have the names of the code, and `en`
/// below it for those in English.
private enum SpecificationFolder {
    static func root(from language: Language) -> String {
        switch language {
        case .en: "../"
        case .ja: ""
        }
    }

    /// A link to the same page in the other language.
    static func link(to page: String, called title: String, from language: Language) -> String {
        switch language {
        case .en: "[\(title)](../\(page).md)"
        case .ja: "[\(title)](en/\(page).md)"
        }
    }
}

extension Invocation {
    fileprivate func markdown(of product: Product, in language: Language) -> String {
        words(of: product, in: language).map { $0.isCode ? "`\($0.text)`" : $0.text }.joined()
    }
}
