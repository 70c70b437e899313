/// A graph in layers from top to bottom, with as few crossings as a few sweeps find.
///
/// The items 0 and up are its nodes, on every second layer. Each edge passes every layer between its nodes in an item of
/// its own, so that there is room for its label and for its line.
struct DiagramLayers {
    struct Edge: Sendable, Hashable {
        let from: Int
        let to: Int
    }

    /// The layer of each item.
    private(set) var layers: [Int]
    /// The items of each layer, from left to right.
    var order: [[Int]]
    /// The items that each edge passes, from top to bottom.
    private(set) var chains: [[Int]]
    private let nodes: Int
    /// The edges that lead up, as they close a cycle.
    let upward: Set<Edge>

    /// No edge may lead from a node to itself.
    init(nodes count: Int, edges: [Edge]) {
        nodes = count
        let upward = Self.closing(edges, nodes: count)
        self.upward = upward
        let downward = edges.map { upward.contains($0) ? Edge(from: $0.to, to: $0.from) : $0 }
        var layers = Array(repeating: 0, count: count)
        // The longest path has fewer edges than there are nodes.
        for _ in 0..<count {
            for edge in downward { layers[edge.to] = max(layers[edge.to], layers[edge.from] + 2) }
        }
        var chains: [[Int]] = []
        for edge in downward {
            let between = layers[edge.from] + 1..<layers[edge.to]
            chains.append([edge.from] + (layers.count..<layers.count + between.count) + [edge.to])
            layers += between
        }
        self.layers = layers
        self.chains = chains
        order = (0...(layers.max() ?? 0)).map { layer in layers.indices.filter { layers[$0] == layer } }
        untangle()
    }

    /// Whether it is no node, but where an edge passes.
    func isPassed(_ item: Int) -> Bool { item >= nodes }

    /// The items next to each one, in the layer above it or below it.
    func neighbours(above: Bool) -> [[Int]] {
        var neighbours = Array(repeating: [Int](), count: layers.count)
        for chain in chains {
            for (upper, lower) in zip(chain, chain.dropFirst()) {
                if above { neighbours[lower].append(upper) } else { neighbours[upper].append(lower) }
            }
        }
        return neighbours
    }

    /// Where each item stands in its layer.
    var positions: [Int] {
        var positions = Array(repeating: 0, count: layers.count)
        for items in order {
            for (position, item) in items.enumerated() { positions[item] = position }
        }
        return positions
    }

    private static func closing(_ edges: [Edge], nodes: Int) -> Set<Edge> {
        var closing: Set<Edge> = []
        var entered = Array(repeating: false, count: nodes)
        var left = entered
        func visit(_ node: Int) {
            entered[node] = true
            for edge in edges where edge.from == node {
                if !entered[edge.to] { visit(edge.to) } else if !left[edge.to] { closing.insert(edge) }
            }
            left[node] = true
        }
        for node in 0..<nodes where !entered[node] { visit(node) }
        return closing
    }
}
