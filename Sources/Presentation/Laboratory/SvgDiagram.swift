/// A ``SceneGraph`` drawn as SVG, to stand in an HTML page that has the ``HtmlStyle``.
package struct SvgDiagram {
    package let markup: Markup

    package init(_ graph: SceneGraph, title: String) {
        let layout = DiagramLayout(graph)
        let (width, height) = (layout.width, layout.height)
        markup = """
            <svg viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            style="min-width:\(width * 6 / 7)px">
            <title lang="ja">\(title)</title>
            \(layout.routes.map(Self.line))
            \(layout.loops.map(Self.loop))
            \(layout.ties.map(Self.tie))
            \(layout.labels.map(Self.label))
            \(layout.boxes.map(Self.box))
            </svg>
            """
    }

    private static func line(_ route: DiagramLayout.Route) -> Markup {
        guard let first = route.stretches.first, let last = route.stretches.last else { return "" }
        var path: Markup = "M\(first.x) \(first.top)V\(first.bottom)"
        for (upper, lower) in zip(route.stretches, route.stretches.dropFirst()) {
            let middle = (upper.bottom + lower.top) / 2
            path = """
                \(path)C\(upper.x) \(middle) \(lower.x) \(middle) \(lower.x) \(lower.top)V\(lower.bottom)
                """
        }
        let head: Markup =
            route.isUpward
            ? "M\(first.x) \(first.top)l-5 9h10z" : "M\(last.x) \(last.bottom)l-5 -9h10z"
        return "<path class=\"line\" d=\"\(path)\"/><path class=\"head\" d=\"\(head)\"/>"
    }

    private static func loop(_ loop: DiagramLayout.Tie) -> Markup {
        let (x, y, end) = (loop.fromX, loop.y, loop.toX)
        return """
            <path class="line" d="M\(x) \(y - 8)C\(end) \(y - 8) \(end) \(y + 8) \(x) \(y + 8)"/>\
            <path class="head" d="M\(x) \(y + 8)l-9 -5v10z"/>
            """
    }

    private static func tie(_ tie: DiagramLayout.Tie) -> Markup {
        "<path class=\"tie\" d=\"M\(tie.fromX) \(tie.y)H\(tie.toX)\"/>"
    }

    private static func label(_ label: DiagramLayout.Label) -> Markup {
        let frame = label.frame
        return """
            <g class="label">\(rectangle(frame, radius: 4))\
            \(text(label.text, in: frame, x: frame.x + frame.width / 2))</g>
            """
    }

    private static func box(_ box: DiagramLayout.Box) -> Markup {
        let frame = box.frame
        let centre = frame.x + frame.width / 2
        return switch box.node.kind {
        case .basic:
            "<g class=\"basic\">\(rectangle(frame, radius: 3))\(text(box.text, in: frame, x: centre))</g>"
        case .alternative:
            "<g class=\"alternative\">\(rectangle(frame, radius: 22))\(text(box.text, in: frame, x: centre))</g>"
        case .goal:
            """
            <g class="goal">\(rectangle(frame, radius: 3))\(rectangle(frame.inset(by: 3), radius: 1))\
            \(text(box.text, in: frame, x: centre))</g>
            """
        case .failure:
            "<g class=\"failure\">\(rectangle(frame, radius: 3))\(text(box.text, in: frame, x: frame.x + 9))</g>"
        }
    }

    private static func rectangle(_ frame: DiagramLayout.Frame, radius: Int) -> Markup {
        """
        <rect x="\(frame.x)" y="\(frame.y)" width="\(frame.width)" height="\(frame.height)" rx="\(radius)"/>
        """
    }

    /// One line below the other, in the middle of the frame.
    private static func text(_ text: DiagramText, in frame: DiagramLayout.Frame, x: Int) -> Markup {
        let top = frame.y + (frame.height - text.height) / 2
        let lines = text.lines.enumerated().map { index, line -> Markup in
            let baseline = top + index * text.lineHeight + (text.lineHeight + text.size * 7 / 10) / 2
            return "<tspan x=\"\(x + line.indent)\" y=\"\(baseline)\">\(line.text)</tspan>"
        }
        return "<text lang=\"ja\" font-size=\"\(text.size)\">\(lines, separator: "")</text>"
    }
}

extension DiagramLayout.Frame {
    fileprivate func inset(by distance: Int) -> Self {
        .init(x: x + distance, y: y + distance, width: width - 2 * distance, height: height - 2 * distance)
    }
}
