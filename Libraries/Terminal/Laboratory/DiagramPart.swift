/// A part of a card in a diagram: its texts line by line, with the room that they take in pixels.
package struct DiagramPart {
    package struct Paragraph {
        package let lines: [String]
        package let size: Int
        package var lineHeight: Int { size * 3 / 2 }

        init(_ text: String, columns: Int, size: Int) {
            lines = SentenceLines(text, columns: columns).lines
            self.size = size
        }

        /// A wide character is as wide as it is high; others are taken for as wide as in a generous font.
        var width: Int {
            let tenths = lines.map { $0.reduce(0) { $0 + (DisplayWidth.columns(of: $1) == 2 ? 10 : 6) } }
            return ((tenths.max() ?? 0) * size + 9) / 10
        }
    }

    /// The kind of the scene whose name it is; `nil` for an outcome.
    package let kind: SceneGraph.Node.Kind?
    package let paragraphs: [Paragraph]

    /// The name of a scene; in a second language it is smaller.
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

    /// Without a text if no outcome decides.
    package static func outcome(_ label: String?) -> DiagramPart {
        DiagramPart(kind: nil, paragraphs: label.map { [Paragraph($0, columns: 26, size: 12)] } ?? [])
    }

    var isName: Bool { kind != nil && kind != .failure }
    var padding: Int { isName ? 8 : 4 }
    package var height: Int { paragraphs.reduce(2 * padding) { $0 + $1.lines.count * $1.lineHeight } }
    package var width: Int { (paragraphs.map(\.width).max() ?? 0) + 30 }
}
