import Testing
import UsecasesTesting

@testable import UsecasesTerminal

@Suite struct 図の配置 {
    @Test func どんなグラフでも何も重ならない() {
        let random = SeededRandomSource.unpredictable()
        for number in 1...300 {
            let graph = SceneGraph.madeUp(random.next(), scenes: number.isMultiple(of: 3) ? 24 : 8)

            expectRoom(in: DiagramLanes(graph), of: graph, random.comment)
        }
    }

    @Test func シーンは種類ごとの列に並ぶ() {
        let cards = DiagramLanes(.withLoop).cards

        let lanes = [SceneGraph.Node.Kind.basic, .alternative, .goal].map { kind in
            Set(cards.filter { $0.node.kind == kind }.map(\.x))
        }

        #expect(lanes.map(\.count) == [1, 1, 1])
        #expect(lanes.flatMap(\.self) == lanes.flatMap(\.self).sorted())
    }

    @Test func 代替シーンは分かれたシーンのすぐ下にある() {
        let scenes = DiagramLanes(.withLoop).cards.filter { $0.node.kind != .goal }

        let order = scenes.sorted { $0.y < $1.y }.map(\.node.id)

        #expect(order == ["s1", "s5", "s2", "s7", "s3"])
    }

    @Test func まっすぐ下へ進む分岐は最後に書いてある() {
        let lanes = DiagramLanes(.withLoop)

        let outcomes = lanes.lines.filter { $0.track == nil }.compactMap { line in
            lanes.cards.first { $0.bottom == line.from.y }?.parts.last?.paragraphs.flatMap(\.lines).joined()
        }

        #expect(outcomes == ["Shop: available", "DataStore: stored"])
    }

    @Test(arguments: UInt64(1)...200)
    func ゴールの他は先立つシーンより下にある(seed: UInt64) {
        let graph = SceneGraph.madeUp(seed, scenes: 16, forward: true)
        let scenes = DiagramLanes(graph).cards.filter { $0.node.kind != .goal }
        let tops = Dictionary(uniqueKeysWithValues: scenes.map { ($0.node.id, $0.y) })

        for edge in graph.edges {
            guard let from = tops[edge.from], let to = tops[edge.to] else { continue }
            #expect(from < to)
        }
    }

    @Test func 循環する矢印だけが上へ戻る() {
        let lanes = DiagramLanes(.withLoop)

        let upward = lanes.lines.filter { $0.to.y < $0.from.y }.compactMap { lanes.card(endingAt: $0)?.node.id }

        #expect(upward == ["s2"])
    }

    @Test func 何もないグラフも描ける() {
        let lanes = DiagramLanes(SceneGraph(nodes: [], edges: []))

        #expect(lanes.cards.isEmpty)
    }

    private func expectRoom(in lanes: DiagramLanes, of graph: SceneGraph, _ comment: Comment? = nil) {
        let scenes = graph.nodes.filter { $0.kind != .failure }

        #expect(Set(lanes.cards.map(\.node)) == Set(scenes), comment)
        #expect(lanes.lines.count == graph.edges.count { edge in scenes.contains { $0.id == edge.to } }, comment)
        for (index, card) in lanes.cards.enumerated() {
            #expect(card.x >= 0 && card.x + card.width <= lanes.width, comment)
            #expect(card.y >= 0 && card.bottom <= lanes.height, comment)
            #expect(card.parts.allSatisfy { $0.width <= card.width }, comment)
            #expect(!lanes.cards[..<index].contains { card.overlaps($0) }, comment)
        }
        for (index, line) in lanes.lines.enumerated() {
            #expect(lanes.card(endingAt: line) != nil, comment)
            #expect(!lanes.cards.contains { card in line.stretches.contains { card.isPassed(by: $0) } }, comment)
            for other in lanes.lines[..<index] where other.to != line.to {
                let areCovered = line.stretches.contains { stretch in other.stretches.contains { stretch.covers($0) } }
                #expect(!areCovered, comment)
            }
        }
    }
}

/// A straight segment of a line.
private struct Stretch {
    let xs: ClosedRange<Int>
    let ys: ClosedRange<Int>

    init(_ start: (x: Int, y: Int), _ end: (x: Int, y: Int)) {
        xs = min(start.x, end.x)...max(start.x, end.x)
        ys = min(start.y, end.y)...max(start.y, end.y)
    }

    /// Returns whether the two overlap, rather than merely cross.
    func covers(_ other: Stretch) -> Bool {
        xs.overlaps(other.xs) && ys.overlaps(other.ys)
            && (xs.count == 1 && other.xs.count == 1 || ys.count == 1 && other.ys.count == 1)
    }
}

extension DiagramLanes {
    fileprivate func card(endingAt line: Line) -> Card? {
        cards.first { card in
            line.track == nil
                ? card.y == line.to.y && (card.x...card.x + card.width).contains(line.to.x)
                : (card.y...card.bottom).contains(line.to.y) && [card.x, card.x + card.width].contains(line.to.x)
        }
    }
}

extension DiagramLanes.Line {
    fileprivate var stretches: [Stretch] {
        guard let track else { return [Stretch(from, to)] }
        return [Stretch(from, (track, from.y)), Stretch((track, from.y), (track, to.y)), Stretch((track, to.y), to)]
    }
}

extension DiagramLanes.Card {
    fileprivate func overlaps(_ other: Self) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.bottom && other.y < bottom
    }

    fileprivate func isPassed(by stretch: Stretch) -> Bool {
        x < stretch.xs.upperBound && stretch.xs.lowerBound < x + width
            && y < stretch.ys.upperBound && stretch.ys.lowerBound < bottom
    }
}
