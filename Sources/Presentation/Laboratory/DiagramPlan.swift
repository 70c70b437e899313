/// What ``DiagramLayout`` is made from: the scenes and steps of a graph with the room that they need, and their places.
struct DiagramPlan {
    struct Loop {
        let text: DiagramText?
    }

    static let margin = 12
    /// Between a scene and what belongs to it alone.
    static let arm = 22
    private static let gap = (between: 24, layers: 26)

    let scenes: [SceneGraph.Node]
    let texts: [DiagramText]
    /// By the index of their scene.
    private(set) var failures: [Int: SceneGraph.Node] = [:]
    private(set) var loops: [Int: Loop] = [:]
    private(set) var steps: [DiagramLayers.Edge] = []
    private(set) var stepTexts: [DiagramText?] = []
    let layers: DiagramLayers
    let columns: DiagramColumns
    /// The upper and the lower edge of each layer.
    private(set) var bands: [(top: Int, bottom: Int)] = []
    /// The steps that end at each item from above and below, from left to right.
    let ports: (above: [[Int]], below: [[Int]])

    init(_ graph: SceneGraph) {
        scenes = graph.nodes.filter { $0.kind != .failure }
        texts = scenes.map { .scene($0.labels.joined()) }
        let indices = Dictionary(uniqueKeysWithValues: scenes.enumerated().map { ($1.id, $0) })
        for edge in graph.edges {
            guard let from = indices[edge.from] else { continue }
            let text = edge.label.map { DiagramText.outcomes($0) }
            if let to = indices[edge.to], from == to {
                loops[from] = Loop(text: text)
            } else if let to = indices[edge.to] {
                steps.append(.init(from: from, to: to))
                stepTexts.append(text)
            } else {
                failures[from] = graph.nodes.first { $0.id == edge.to }
            }
        }
        layers = DiagramLayers(nodes: scenes.count, edges: steps)
        var heights = layers.layers.map { _ in 0 }
        var extents = layers.layers.map { _ in DiagramColumns.Extent(left: 0, right: 0) }
        for (index, text) in texts.enumerated() {
            heights[index] = text.boxHeight
            extents[index] = .init(left: text.boxWidth / 2, right: text.boxWidth - text.boxWidth / 2)
            if let failures = failures[index].map({ DiagramText.failures($0.labels) }) {
                extents[index].right += Self.arm + failures.boxWidth
                heights[index] = max(heights[index], failures.boxHeight)
            }
            if let loop = loops[index] {
                extents[index].left += Self.arm + (loop.text?.boxWidth ?? 0)
                heights[index] = max(heights[index], loop.text?.height ?? 0)
            }
        }
        for (chain, text) in zip(layers.chains, stepTexts) {
            guard let text else { continue }
            heights[chain[1]] = text.height
            extents[chain[1]] = .init(left: text.boxWidth / 2, right: text.boxWidth - text.boxWidth / 2)
        }
        columns = DiagramColumns(layers, extents: extents, gap: Self.gap.between)
        var top = Self.margin
        for items in layers.order {
            let bottom = top + (items.map { heights[$0] }.max() ?? 0)
            bands.append((top, bottom))
            top = bottom + Self.gap.layers
        }
        ports = (Self.ports(layers, above: true), Self.ports(layers, above: false))
    }

    var width: Int { columns.width + 2 * Self.margin }
    var height: Int { (bands.last?.bottom ?? 0) + Self.margin }

    private static func ports(_ layers: DiagramLayers, above: Bool) -> [[Int]] {
        let positions = layers.positions
        var ports = layers.layers.map { _ in [Int]() }
        for (step, chain) in layers.chains.enumerated() {
            ports[above ? chain[chain.count - 1] : chain[0]].append(step)
        }
        return ports.map { steps in
            steps.sorted { one, other in
                let items = [one, other].map { layers.chains[$0][above ? layers.chains[$0].count - 2 : 1] }
                return (positions[items[0]], one) < (positions[items[1]], other)
            }
        }
    }
}

extension DiagramText {
    var boxWidth: Int { width + size * 3 / 2 }
    var boxHeight: Int { height + size }
}
