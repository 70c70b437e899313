/// Where the items of ``DiagramLayers`` stand from left to right: near their neighbours, and never on one another.
struct DiagramColumns {
    /// The pixels that an item takes on both sides of the line through it.
    struct Extent: Sendable, Hashable {
        var left: Int
        var right: Int
    }

    /// The line through each item, in pixels from the left edge of the leftmost.
    private(set) var lines: [Int]
    private(set) var width = 0
    private let extents: [Extent]
    private let gap: Int

    init(_ layers: DiagramLayers, extents: [Extent], gap: Int) {
        self.extents = extents
        self.gap = gap
        lines = Array(repeating: 0, count: extents.count)
        let (above, below) = (layers.neighbours(above: true), layers.neighbours(above: false))
        let both = zip(above, below).map { $0 + $1 }
        for items in layers.order { place(items, near: both) }
        for _ in 0..<8 {
            for items in layers.order { place(items, near: above) }
            for items in layers.order.reversed() { place(items, near: below) }
        }
        // A line is straight where nothing else is next to what it comes from or leads to.
        let straight = both.indices.map { item -> [Int] in
            guard let upper = above[item].first, let lower = below[item].first, layers.isPassed(item) else {
                return both[item]
            }
            return above[lower].count == 1 ? [lower] : below[upper].count == 1 ? [upper] : both[item]
        }
        for _ in 0..<4 {
            for items in layers.order + layers.order.reversed() { place(items, near: straight) }
        }
        let start = zip(lines, extents).map { $0 - $1.left }.min() ?? 0
        lines = lines.map { $0 - start }
        width = zip(lines, extents).map { $0 + $1.right }.max() ?? 0
    }

    /// As near as there is room to where each one wants to be: neighbours that would overlap move together.
    private mutating func place(_ items: [Int], near neighbours: [[Int]]) {
        var blocks: [(items: [Int], sum: Int, starts: [Int])] = []
        var start = 0
        for (index, item) in items.enumerated() {
            if index > 0 { start += extents[items[index - 1]].right + gap + extents[item].left }
            let near = neighbours[item].map { lines[$0] }
            let wanted = near.isEmpty ? lines[item] : near.reduce(0, +) / near.count
            var block = (items: [item], sum: wanted - start, starts: [start])
            while let last = blocks.last, last.sum * block.items.count >= block.sum * last.items.count {
                blocks.removeLast()
                block = (last.items + block.items, last.sum + block.sum, last.starts + block.starts)
            }
            blocks.append(block)
        }
        for block in blocks {
            let shift = Int((Double(block.sum) / Double(block.items.count)).rounded(.down))
            for (item, start) in zip(block.items, block.starts) { lines[item] = shift + start }
        }
    }
}
