package import Application
import Domain

/// The page of a use case in the specification, as Markdown.
package struct UsecasePage {
    /// What whoever wants to edit a page has to know.
    fileprivate static let origin = "<!-- Written by `make specification` from what the use cases do: do not edit. -->"

    package let text: String

    package init(_ exploration: Exploration) {
        let usecase = exploration.usecase
        var lines = ["# \(usecase.title)", "", Self.origin, ""]
        lines += [
            "`\(usecase.name)`, run by \(usecase.actorList) with \(usecase.invocation). "
                + "[Source](../../Sources/Application/Usecases/\(usecase.name).swift), "
                + "[spec](../../Tests/CalearningTests/Usecases/\(usecase.name)Spec.swift).",
            "",
        ]
        if usecase.isDurable { lines += ["A run that is cut off is gone on with by the next one.", ""] }
        lines += ["| course | scene |", "| --- | --- |"]
        lines += usecase.scenes.map { "| \($0.course.rawValue) | \($0.name) |" }
        lines += ["", "```mermaid", Diagram.mermaid(SceneGraph(exploration)), "```", ""]
        lines += ["## Scenarios", ""]
        for (index, scenario) in exploration.scenarios.enumerated() {
            let ways = scenario.ways == 1 ? "one way" : "\(scenario.ways) ways"
            lines.append("\(index + 1). \(scenario.name) (\(ways))")
        }
        lines += ["", "## Every way", ""]
        for beginning in Set(exploration.ways.map(\.beginning)).sorted() {
            guard let tree = CourseTree(exploration.ways.filter { $0.beginning == beginning }) else { continue }
            lines += ["```text"] + TreeText(tree).lines + ["```", ""]
        }
        for finding in exploration.findings { lines += ["**\(finding)**", ""] }
        text = lines.joined(separator: "\n")
    }
}

/// The index of the specification, as Markdown: the use cases, and who may run them.
package struct UsecaseIndex {
    package let text: String

    package init(_ explorations: [Exploration]) {
        var lines = [
            "# Use cases", "", UsecasePage.origin, "", "| use case | title | run by | scenes | scenarios |",
            "| --- | --- | --- | --- | --- |",
        ]
        lines += explorations.map { exploration in
            let usecase = exploration.usecase
            return "| [\(usecase.name)](\(usecase.name).md) | \(usecase.title) | \(usecase.invocation) "
                + "| \(usecase.scenes.count) | \(exploration.scenarios.count) |"
        }
        let actors = Actor.allCases
        lines += ["", "## Who may run what", ""]
        lines.append("| use case |" + actors.map { " \($0.rawValue) |" }.joined())
        lines.append("| --- |" + actors.map { _ in " --- |" }.joined())
        lines += explorations.map { exploration in
            "| \(exploration.usecase.title) |"
                + actors.map { exploration.usecase.actors.contains($0) ? " yes |" : " – |" }.joined()
        }
        lines += ["", "Whoever may not run a use case is refused before its first scene.", ""]
        text = lines.joined(separator: "\n")
    }
}

extension UsecaseDescription {
    var actorList: String {
        actors.reversed().map { "the \($0.rawValue)" }.joined(separator: " or ")
    }
}

extension Invocation: CustomStringConvertible {
    package var description: String {
        switch self {
        case .command(let command): "`calearning \(command)`"
        case .request(let request): "`\(request)` of `calearning serve`"
        }
    }
}

extension Finding: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreached(let scene): "Nothing leads to the \(scene.course.rawValue) scene \(scene.name)."
        case .endless(let scenes): "There is no end to: \(scenes.joined(separator: " → "))."
        case .undetermined(let scene):
            "After \(scene), something decides that is no port: the same outcomes led elsewhere."
        case .tooMany(let limit): "There are more than \(limit) ways; the rest was left out."
        }
    }
}
