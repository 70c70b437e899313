/// A ``SceneGraph`` in the languages of drawing programs.
package enum Diagram {
    /// For Mermaid, which GitHub and others draw.
    package static func mermaid(_ graph: SceneGraph) -> String {
        let nodes = graph.nodes.map { node in
            let text = quoted(node.labels.joined(separator: "<br>"), escaping: ["\"": "#quot;"])
            return switch node.kind {
            case .basic: "    \(node.id)[\(text)]"
            case .alternative: "    \(node.id)([\(text)])"
            case .goal: "    \(node.id){{\(text)}}"
            case .failure: "    \(node.id)>\(text)]"
            }
        }
        let edges = graph.edges.map { edge in
            let label = edge.label.map { "|\(quoted($0, escaping: ["\"": "#quot;"]))|" } ?? ""
            let arrow = graph.isFailure(edge.to) ? "-.->" : "-->"
            return "    \(edge.from) \(arrow)\(label) \(edge.to)"
        }
        return (["flowchart TD"] + nodes + edges).joined(separator: "\n")
    }

    /// For Graphviz.
    package static func dot(_ graph: SceneGraph, name: String) -> String {
        let escapes: [Character: String] = ["\"": "\\\"", "\\": "\\\\"]
        let nodes = graph.nodes.map { node in
            let shape =
                switch node.kind {
                case .basic: "box"
                case .alternative: "box, style=rounded"
                case .goal: "hexagon"
                case .failure: "note"
                }
            let text = node.labels.map { quoted($0, escaping: escapes).dropFirst().dropLast() }.joined(separator: "\\n")
            return "    \(node.id) [label=\"\(text)\", shape=\(shape)];"
        }
        let edges = graph.edges.map { edge in
            let label = edge.label.map { " [label=\(quoted($0, escaping: escapes))]" } ?? ""
            let style = graph.isFailure(edge.to) ? " [style=dotted]" : ""
            return "    \(edge.from) -> \(edge.to)\(label)\(style);"
        }
        return (["digraph \(name) {"] + nodes + edges + ["}"]).joined(separator: "\n")
    }

    private static func quoted(_ text: String, escaping escapes: [Character: String]) -> String {
        "\"" + text.map { escapes[$0] ?? String($0) }.joined() + "\""
    }
}

extension SceneGraph {
    fileprivate func isFailure(_ id: String) -> Bool {
        nodes.contains { $0.id == id && $0.kind == .failure }
    }
}
