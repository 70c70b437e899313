public import UsecasesEngine
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
        if !localized.boundaries.isEmpty {
            lines += ["", Sentence.boundaries.text(in: language)] + localized.boundaryLines(in: language)
        }
        if let times { lines += [""] + times.lines(for: exploration, in: language) }
        self.lines = lines
    }
}

/// A table of all use cases on a terminal.
package struct UsecaseList {
    private let rows: [[String]]

    package init(_ explorations: [Exploration], in language: Language) {
        let head = [
            language.text(en: "use case", ja: "ユースケース"), language.text(en: "title", ja: "題"),
            language.text(en: "actors", ja: "アクター"), language.text(en: "scenes", ja: "シーン"),
            language.text(en: "scenarios", ja: "シナリオ"),
        ]
        rows =
            [head]
            + explorations.map { exploration in
                let usecase = exploration.localized(in: language).usecase
                return [
                    usecase.name, usecase.title,
                    usecase.actors.reversed().map { $0.word.text(in: language) }.joined(separator: ", "),
                    "\(usecase.scenes.count)", "\(exploration.scenarios.count)",
                ]
            }
    }

    /// Returns the lines of the table. A title that is too long continues below its beginning. If hardly any room is
    /// left for the titles, they follow below the names, and the other columns are omitted.
    package func lines(columns: Int?) -> [String] {
        var widths = [0, 1, 2, 3, 4].map { column in rows.map { $0[column].columns }.max() ?? 0 }
        guard let columns else { return rows.map { line($0, widths) } }
        let room = columns - (widths.reduce(0, +) - widths[1] + 2 * 4)
        guard room >= 16 else {
            return rows.dropFirst().flatMap { [$0[0]] + $0[1].wrapped(to: columns - 2).map { "  " + $0 } }
        }
        widths[1] = min(widths[1], room)
        return rows.flatMap { row in
            row[1].wrapped(to: widths[1]).enumerated().map { number, title in
                line(number == 0 ? [row[0], title] + row[2...] : ["", title, "", "", ""], widths)
            }
        }
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let line = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.columns) }
        return line.joined(separator: "  ").trimmingTrailingSpaces
    }
}

extension Exploration {
    /// All ways as trees, one for each beginning.
    public var trees: [CourseTree] { trees(isOutline: false) }

    /// All ways as trees, one for each beginning. An outline omits values, as in the specification, and equal trees.
    package func trees(isOutline: Bool) -> [CourseTree] {
        let trees = Set(ways.map(\.beginning)).sorted().compactMap { beginning in
            CourseTree(ways.filter { $0.beginning == beginning }, isOutline: isOutline)
        }
        return isOutline ? trees.enumerated().filter { trees.firstIndex(of: $1) == $0 }.map(\.element) : trees
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
/// branch. A `✗` without a name is the error of the failed call. A `…` below a scene stands for the same continuation
/// further up.
package struct TreeText {
    package let lines: [String]

    package init(_ tree: CourseTree) {
        var shown: Set<CourseTree> = []
        lines = Self.lines(of: tree, &shown)
    }

    private static func lines(of tree: CourseTree, _ shown: inout Set<CourseTree>) -> [String] {
        let scenes = tree.scenes.map { "\($0)" }
        switch tree.continuation {
        case .failedCall:
            return scenes + ["✗"]
        case .ending(let ending):
            return scenes + ["\(ending)"]
        case .call(let call, let branches):
            guard scenes.isEmpty || shown.insert(tree).inserted else { return scenes + ["…"] }
            var lines = scenes + ["\(call)"]
            for (index, branch) in branches.enumerated() {
                let isLast = index == branches.count - 1
                let label = branch.outcomes.joined(separator: " | ")
                let below = Self.lines(of: branch.tree, &shown)
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
