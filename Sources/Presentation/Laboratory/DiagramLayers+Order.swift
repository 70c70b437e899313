extension DiagramLayers {
    /// Puts each item between its neighbours in the layer before, down and up in turns, and keeps the best.
    mutating func untangle() {
        let (above, below) = (neighbours(above: true), neighbours(above: false))
        var best = (order: order, crossings: crossings)
        for sweep in 0..<12 where best.crossings > 0 {
            let isDown = sweep.isMultiple(of: 2)
            for layer in isDown ? Array(order.indices) : order.indices.reversed() {
                sort(layer, by: isDown ? above : below)
            }
            let crossings = crossings
            if crossings < best.crossings { best = (order, crossings) }
        }
        order = best.order
    }

    private mutating func sort(_ layer: Int, by neighbours: [[Int]]) {
        let positions = positions
        let centres = order[layer].map { item in
            let near = neighbours[item].map { positions[$0] * 1000 }
            return near.isEmpty ? positions[item] * 1000 : near.reduce(0, +) / near.count
        }
        order[layer] = order[layer].indices
            .sorted { (centres[$0], $0) < (centres[$1], $1) }
            .map { order[layer][$0] }
    }

    private var crossings: Int {
        let positions = positions
        let steps = chains.flatMap { zip($0, $0.dropFirst()) }.map { upper, lower in
            (layer: layers[upper], from: positions[upper], to: positions[lower])
        }
        return steps.indices.reduce(0) { sum, index in
            sum
                + steps[..<index].count { step in
                    step.layer == steps[index].layer
                        && (step.from - steps[index].from) * (step.to - steps[index].to) < 0
                }
        }
    }
}
