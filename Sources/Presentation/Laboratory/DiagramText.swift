/// A text in a diagram, line by line, with the room that it needs in pixels.
package struct DiagramText: Sendable, Hashable {
    package struct Line: Sendable, Hashable {
        package let text: String
        /// In pixels.
        let indent: Int
    }

    package let lines: [Line]
    /// Of its letters.
    let size: Int

    var lineHeight: Int { size * 3 / 2 }
    package var height: Int { lines.count * lineHeight }
    package var width: Int { lines.map { $0.indent + Self.width(of: $0.text, size: size) }.max() ?? 0 }

    /// A wide character is as wide as it is high; others are taken for as wide as in a generous font.
    static func width(of line: String, size: Int) -> Int {
        let tenths = line.reduce(0) { $0 + (DisplayWidth.columns(of: $1) == 2 ? 10 : 6) }
        return (tenths * size + 9) / 10
    }
}

extension DiagramText {
    /// Each sentence begins on a line of its own; the others that it takes are indented.
    private init(_ sentences: [String], columns: Int, size: Int, indent: Int = 0) {
        self.size = size
        lines = sentences.flatMap { sentence in
            SentenceLines(sentence, columns: columns).lines.enumerated().map { index, text in
                Line(text: text, indent: index == 0 ? 0 : indent)
            }
        }
    }

    static func scene(_ name: String) -> DiagramText {
        DiagramText([name], columns: 26, size: 14)
    }

    static func outcomes(_ label: String) -> DiagramText {
        DiagramText([label], columns: 24, size: 12)
    }

    static func failures(_ names: [String]) -> DiagramText {
        DiagramText(names.map { "✗ " + $0 }, columns: 28, size: 12, indent: 14)
    }
}
