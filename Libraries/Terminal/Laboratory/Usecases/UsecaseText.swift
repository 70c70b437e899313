public import Usecases
public import UsecasesLaboratory

/// A use case and its ways as text on a terminal.
public struct UsecaseText {
    /// The title, the counts, the trees of the ways, and the longest times if they were given.
    public let lines: [String]

    /// Creates the text. If `times` is `nil`, it omits the waiting times.
    public init(_ exploration: Exploration, times: LongestTimes? = nil, in language: Language) {
        let localized = exploration.localized(in: language)
        let usecase = localized.usecase
        let counts = (usecase.scenes.count, localized.scenarios.count, localized.ways.count)
        var lines = [
            language.text(
                en: "\(usecase.title) (\(usecase.name)), run by \(usecase.actorList(in: language))",
                ja: "\(usecase.title) (\(usecase.name))、アクター: \(usecase.actorList(in: language))"),
            language.text(
                en: "\(counts.0) scenes, \(counts.1) scenarios, \(counts.2) ways",
                ja: "シーン\(counts.0)、シナリオ\(counts.1)、道筋\(counts.2)"),
        ]
        for tree in localized.trees { lines += [""] + TreeText(tree).lines }
        if let times { lines += [""] + times.lines(for: exploration, in: language) }
        self.lines = lines
    }
}

/// A table of all use cases on a terminal.
package struct UsecaseList {
    package let lines: [String]

    package init(_ explorations: [Exploration], in language: Language) {
        let head = [
            language.text(en: "use case", ja: "ユースケース"), language.text(en: "title", ja: "題"),
            language.text(en: "actors", ja: "アクター"), language.text(en: "scenes", ja: "シーン"),
            language.text(en: "scenarios", ja: "シナリオ"),
        ]
        let rows = explorations.map { exploration in
            let usecase = exploration.localized(in: language).usecase
            return [
                usecase.name, usecase.title,
                usecase.actors.reversed().map { $0.word.text(in: language) }.joined(separator: ", "),
                "\(usecase.scenes.count)", "\(exploration.scenarios.count)",
            ]
        }
        let widths = head.indices.map { column in
            ([head] + rows).map { $0[column].columns }.max() ?? 0
        }
        lines = ([head] + rows).map { row in
            zip(row, widths).map { text, width in
                text + String(repeating: " ", count: width - text.columns)
            }.joined(separator: "  ").trimmingTrailingSpaces
        }
    }
}

extension Exploration {
    /// All ways as trees, one for each beginning.
    public var trees: [CourseTree] {
        Set(ways.map(\.beginning)).sorted().compactMap { beginning in
            CourseTree(ways.filter { $0.beginning == beginning })
        }
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}

/// The ways of a use case as a text tree, line by line.
///
/// Each scene has its own line. The outcomes of a call branch off below it. Outcomes with the same continuation share a
/// branch.
package struct TreeText {
    package let lines: [String]

    package init(_ tree: CourseTree) {
        lines = Self.lines(of: tree)
    }

    private static func lines(of tree: CourseTree) -> [String] {
        let scenes = tree.scenes.map { "\($0)" }
        switch tree.continuation {
        case .ending(let ending):
            return scenes + ["\(ending)"]
        case .call(let call, let branches):
            var lines = scenes + ["\(call)"]
            for (index, branch) in branches.enumerated() {
                let isLast = index == branches.count - 1
                let label = branch.outcomes.joined(separator: " | ")
                let below = Self.lines(of: branch.tree)
                if below.count == 1, let only = below.first {
                    lines.append((isLast ? "└─ " : "├─ ") + "\(label) → \(only)")
                } else {
                    lines.append((isLast ? "└─ " : "├─ ") + label)
                    lines += below.map { (isLast ? "   " : "│  ") + $0 }
                }
            }
            return lines
        }
    }
}

extension SceneText: CustomStringConvertible {
    /// The name, followed by the values in parentheses if it has any.
    public var description: String {
        values.isEmpty ? name : "\(name) (\(values.joined(separator: ", ")))"
    }
}

extension Way.Ending: CustomStringConvertible {
    /// The symbol for the kind of ending, followed by the goal, the error or the repeated scenes.
    public var description: String {
        switch self {
        case .goal(let goal): "◎ \(goal)"
        case .failure(let error): "✗ \(error)"
        case .endless(let scenes): "∞ \(scenes.joined(separator: " → "))"
        }
    }
}
