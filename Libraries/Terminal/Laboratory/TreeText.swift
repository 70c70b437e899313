public import UsecasesLaboratory

/// The ways of a use case as a tree for people, line by line.
///
/// A scene stands alone on its line; the outcomes of a call branch off below it, several together if they lead to the
/// same.
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
    /// The name, with the values in parentheses if there are any.
    public var description: String {
        values.isEmpty ? name : "\(name) (\(values.joined(separator: ", ")))"
    }
}

extension Way.Ending: CustomStringConvertible {
    /// A sign for the kind of ending, and the goal, the error or the repeated scenes.
    public var description: String {
        switch self {
        case .goal(let goal): "◎ \(goal)"
        case .failure(let error): "✗ \(error)"
        case .endless(let scenes): "∞ \(scenes.joined(separator: " → "))"
        }
    }
}
