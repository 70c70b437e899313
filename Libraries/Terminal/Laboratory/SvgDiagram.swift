/// A ``SceneGraph`` drawn as SVG, for an HTML page that has the ``HtmlStyle``.
package struct SvgDiagram {
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

    /// The name is centred on the card; other texts start at its left edge, and continued lines are indented.
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
