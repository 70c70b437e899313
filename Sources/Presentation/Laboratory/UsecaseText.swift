package import Application
import Domain

/// A use case and its ways, for people at a terminal.
package struct UsecaseText {
    package let lines: [String]

    package init(_ exploration: Exploration) {
        let usecase = exploration.usecase
        var lines = [
            "\(usecase.title) (\(usecase.name)), run by \(usecase.actorList)",
            "\(usecase.scenes.count) scenes, \(exploration.scenarios.count) scenarios, \(exploration.ways.count) ways",
        ]
        for beginning in Set(exploration.ways.map(\.beginning)).sorted() {
            guard let tree = CourseTree(exploration.ways.filter { $0.beginning == beginning }) else { continue }
            lines += [""] + TreeText(tree).lines
        }
        self.lines = lines
    }
}

/// All use cases in a table, for people at a terminal.
package struct UsecaseList {
    package let lines: [String]

    package init(_ explorations: [Exploration]) {
        let head = ["use case", "title", "actors", "scenes", "scenarios"]
        let rows = explorations.map { exploration in
            let usecase = exploration.usecase
            return [
                usecase.name, usecase.title, usecase.actors.reversed().map(\.rawValue).joined(separator: ", "),
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

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
