/// A ``SceneGraph`` in three lanes, with the basic scenes, the alternative scenes and the goals in playing order from
/// top to bottom.
///
/// Only goals are placed next to other cards. A line therefore leads straight from its outcome into the gutter next to
/// its lane. There it follows the track of its target up or down, and then leads straight to the target.
package struct DiagramLanes {
    /// A scene, followed by its errors and its outgoing outcomes, from top to bottom.
    package struct Card {
        package let node: SceneGraph.Node
        package fileprivate(set) var parts: [DiagramPart]
        package fileprivate(set) var x = 0
        package fileprivate(set) var y = 0
        package fileprivate(set) var width = 0

        package var bottom: Int { parts.reduce(y) { $0 + $1.height } }
        fileprivate var entry: Int { y + (parts.first?.height ?? 0) / 2 }
        fileprivate var lane: Int { node.kind == .goal ? 2 : node.kind == .alternative ? 1 : 0 }
        fileprivate func edge(to gutter: Int) -> Int { lane <= gutter ? x + width : x }
    }

    /// A line from a card to its target card.
    public struct Line {
        /// The start, in pixels from the upper left corner.
        public let from: (x: Int, y: Int)
        /// The vertical track, or `nil` if the line leads straight down from its start.
        package let track: Int?
        /// The end, in pixels from the upper left corner.
        public let to: (x: Int, y: Int)
    }

    /// A step from the outcome at `y` on one card to a different card.
    private struct Step {
        let from: Int
        let to: Int
        let y: Int
        /// The gutter after the first lane (0) or the second (1). It is `nil` for a step to the next card of the same
        /// lane.
        let gutter: Int?
    }

    private static let (margin, gap, spacing) = (12, 24, 12)

    package private(set) var cards: [Card]
    package private(set) var lines: [Line] = []
    package private(set) var width = margin
    package private(set) var height = margin

    package init(_ graph: SceneGraph) {
        cards = graph.walk.map { node in
            let failures = graph.nodes.filter { failure in
                failure.kind == .failure && graph.edges.contains { $0.from == node.id && $0.to == failure.id }
            }
            return Card(node: node, parts: [.name(of: node)] + failures.map { .failures($0.labels) })
        }
        let steps = placeScenes(graph)
        placeGoals(steps)
        // Tracks to lower targets are placed further left, to reduce crossings.
        let tracks = (0...1).map { gutter in
            Set(steps.filter { $0.gutter == gutter }.map(\.to)).sorted { cards[$0].entry > cards[$1].entry }
        }
        var gutters: [Int] = []
        for lane in 0...2 {
            let inside = cards.indices.filter { cards[$0].lane == lane }
            let widest = inside.flatMap { cards[$0].parts }.map(\.width).max() ?? 0
            for index in inside { (cards[index].x, cards[index].width) = (width, widest) }
            width += widest
            gutters.append(width)
            let count = lane < 2 ? tracks[lane].count : 0
            width += count > 0 ? (count + 2) * Self.spacing : inside.isEmpty ? 0 : Self.margin
        }
        lines = steps.map { step in
            let (from, to) = (cards[step.from], cards[step.to])
            guard let gutter = step.gutter else {
                return Line(from: (from.x + from.width / 2, from.bottom), track: nil, to: (to.x + to.width / 2, to.y))
            }
            let position = tracks[gutter].firstIndex(of: step.to) ?? 0
            return Line(
                from: (from.edge(to: gutter), step.y), track: gutters[gutter] + (2 * position + 3) * Self.spacing / 2,
                to: (to.edge(to: gutter), to.entry))
        }
    }

    /// Places the scenes from top to bottom, each with its outcomes. Outcomes that lead furthest right come first, and
    /// outcomes that lead straight down come last.
    private mutating func placeScenes(_ graph: SceneGraph) -> [Step] {
        var steps: [Step] = []
        for (index, card) in cards.enumerated() where card.lane < 2 {
            let next = cards[(index + 1)...].firstIndex { $0.lane == card.lane }
            let targets = graph.edges.filter { $0.from == card.node.id }.compactMap { edge in
                cards.firstIndex { $0.node.id == edge.to }.map { to in
                    let lane = cards[to].lane
                    return (
                        card: to, label: edge.label, gutter: to == next ? nil : lane == 2 ? 1 : min(card.lane, lane)
                    )
                }
            }
            cards[index].y = height
            for gutter in [1, 0, nil] {
                for target in targets where target.gutter == gutter {
                    let part = DiagramPart.outcome(target.label)
                    steps.append(
                        Step(from: index, to: target.card, y: cards[index].bottom + part.height / 2, gutter: gutter))
                    cards[index].parts.append(part)
                }
            }
            height = cards[index].bottom + Self.gap
        }
        return steps
    }

    /// Places the goals next to the outcomes that lead to them, if the lane has room.
    private mutating func placeGoals(_ steps: [Step]) {
        let exits = Dictionary(grouping: steps, by: \.to).compactMapValues { $0.map(\.y).min() }
        let goals = cards.indices.filter { cards[$0].lane == 2 }.map { (exit: exits[$0] ?? 0, index: $0) }
        var top = Self.margin
        for (exit, index) in goals.sorted(by: <) {
            cards[index].y = max(top, exit - cards[index].entry)
            // If a step started closer to the end of this line, the two would look like one line.
            while steps.contains(where: { $0.y != exit && abs($0.y - cards[index].entry) < 5 }) { cards[index].y += 5 }
            top = cards[index].bottom + Self.gap
        }
        height = max(height, top) - Self.gap + Self.margin
    }
}

extension SceneGraph {
    /// The scenes in topological order, without steps back. An alternative directly follows the scene that it replaces.
    fileprivate var walk: [Node] {
        var entered: Set<String> = []
        var walk: [Node] = []
        func visit(_ node: Node) {
            guard node.kind != .failure, entered.insert(node.id).inserted else { return }
            let following = edges.filter { $0.from == node.id }.compactMap { edge in nodes.first { $0.id == edge.to } }
            following.filter { $0.kind == .basic }.forEach(visit)
            following.filter { $0.kind != .basic }.reversed().forEach(visit)
            walk.append(node)
        }
        nodes.forEach(visit)
        return walk.reversed()
    }
}
