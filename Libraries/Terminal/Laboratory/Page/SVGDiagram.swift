/// A ``SceneGraph`` drawn as SVG, for an HTML page with the ``HTMLStyle``.
package struct SVGDiagram {
    package let markup: Markup

    package init(_ graph: SceneGraph, title: String) {
        let lanes = DiagramLanes(graph)
        markup = """
            <svg viewBox="0 0 \(lanes.width) \(lanes.height)" width="\(lanes.width)" height="\(lanes.height)" \
            style="min-width:\(lanes.width * 6 / 7)px">
            <title>\(title)</title>
            \(lanes.lines.map(Self.line))
            \(lanes.cards.flatMap(Self.parts))
            </svg>
            """
    }

    private static func line(_ line: DiagramLanes.Line) -> Markup {
        let (from, to) = (line.from, line.to)
        guard let track = line.track else {
            return """
                <path class="line" d="M\(from.x) \(from.y)V\(to.y)"/>\
                <path class="head" d="M\(to.x) \(to.y)l-5 -9h10z"/>
                """
        }
        let (out, on, down) = ((track - from.x).signum(), (to.x - track).signum(), (to.y - from.y).signum())
        let bend = min(6, abs(to.y - from.y) / 2)
        return """
            <path class="line" d="M\(from.x) \(from.y)H\(track - out * bend)\
            Q\(track) \(from.y) \(track) \(from.y + down * bend)V\(to.y - down * bend)\
            Q\(track) \(to.y) \(track + on * bend) \(to.y)H\(to.x)"/>\
            <path class="head" d="M\(to.x) \(to.y)l\(-9 * on) -5v10z"/>
            """
    }

    private static func parts(of card: DiagramLanes.Card) -> [Markup] {
        var y = card.y
        return card.parts.map { part in
            defer { y += part.height }
            let (name, radius): (Markup, Int) =
                switch part.kind {
                case .basic: ("basic", 3)
                case .alternative: ("alternative", 14)
                case .goal: ("goal", 3)
                case .failure: ("failure", 3)
                case nil: ("label", 3)
                }
            let inner =
                part.kind == .goal ? rectangle(card.x + 3, y + 3, card.width - 6, part.height - 6, radius: 1) : ""
            return """
                <g class="\(name)">\(rectangle(card.x, y, card.width, part.height, radius: radius))\(inner)\
                \(texts(of: part, on: card, from: y), separator: "")</g>
                """
        }
    }

    private static func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int, radius: Int) -> Markup {
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(radius)\"/>"
    }

    /// Returns the texts of a part. The name is centred on the card. Other texts start at its left edge, with continued
    /// lines indented.
    private static func texts(of part: DiagramPart, on card: DiagramLanes.Card, from y: Int) -> [Markup] {
        var y = y + part.padding
        return part.paragraphs.map { paragraph in
            let lines = paragraph.lines.enumerated().map { index, line -> Markup in
                defer { y += paragraph.lineHeight }
                let x = card.x + (part.isName ? card.width / 2 : index == 0 ? 9 : 9 + paragraph.size)
                let baseline = y + (paragraph.lineHeight + paragraph.size * 7 / 10) / 2
                return "<tspan x=\"\(x)\" y=\"\(baseline)\">\(line)</tspan>"
            }
            return "<text font-size=\"\(paragraph.size)\">\(lines, separator: "")</text>"
        }
    }
}

/// A ``SceneGraph`` in the languages of drawing programs.
package enum Diagram {
    /// Returns the graph for Mermaid. GitHub and other sites draw it.
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

    /// Returns the graph for Graphviz.
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

/// A part of a card in a diagram, with its lines of text and their size in pixels.
package struct DiagramPart {
    package struct Paragraph {
        package let lines: [String]
        package let size: Int
        package var lineHeight: Int { size * 3 / 2 }

        init(_ text: String, columns: Int, size: Int) {
            lines = SentenceLines(text, columns: columns).lines
            self.size = size
        }

        /// The width in pixels. A wide character is as wide as its height. Other characters have the width of a
        /// generous font.
        var width: Int {
            let tenths = lines.map { $0.reduce(0) { $0 + (DisplayWidth.columns(of: $1) == 2 ? 10 : 6) } }
            return ((tenths.max() ?? 0) * size + 9) / 10
        }
    }

    /// The kind of the named scene, or `nil` for an outcome.
    package let kind: SceneGraph.Node.Kind?
    package let paragraphs: [Paragraph]

    /// Returns the part with the name of a scene. The name in a second language is smaller.
    package static func name(of node: SceneGraph.Node) -> DiagramPart {
        DiagramPart(
            kind: node.kind,
            paragraphs: node.labels.enumerated().map { index, label in
                Paragraph(label, columns: index == 0 ? 26 : 30, size: index == 0 ? 14 : 12)
            })
    }

    package static func failures(_ names: [String]) -> DiagramPart {
        DiagramPart(kind: .failure, paragraphs: names.map { Paragraph("✗ " + $0, columns: 30, size: 12) })
    }

    /// Returns the part of an outcome. It has no text if no outcome decides.
    package static func outcome(_ label: String?) -> DiagramPart {
        DiagramPart(kind: nil, paragraphs: label.map { [Paragraph($0, columns: 26, size: 12)] } ?? [])
    }

    var isName: Bool { kind != nil && kind != .failure }
    var padding: Int { isName ? 8 : 4 }
    package var height: Int { paragraphs.reduce(2 * padding) { $0 + $1.lines.count * $1.lineHeight } }
    package var width: Int { (paragraphs.map(\.width).max() ?? 0) + 30 }
}
