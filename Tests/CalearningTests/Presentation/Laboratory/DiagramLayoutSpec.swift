import Application
import Presentation
import Testing

@Suite struct 図の配置 {
    private static let seeds = UInt64(1)...300

    @Test(arguments: Catalogue.usecases)
    func ユースケースの図で何も重ならない(entry: any Catalogued) async {
        let graph = await SceneGraph.explored(entry)

        expectRoom(in: DiagramLayout(graph), of: graph)
    }

    @Test(arguments: seeds) func どんなグラフでも何も重ならない(seed: UInt64) {
        let graph = SceneGraph.madeUp(seed)

        expectRoom(in: DiagramLayout(graph), of: graph)
    }

    @Test(arguments: Catalogue.usecases)
    func 矢印は下へ進む(entry: any Catalogued) async {
        let layout = DiagramLayout(await .explored(entry))

        for route in layout.routes {
            let ends = route.stretches.flatMap { [$0.top, $0.bottom] }

            #expect(ends == ends.sorted())
            #expect(!route.isUpward)
        }
    }

    @Test func 循環する矢印だけが上へ戻る() {
        let graph = SceneGraph(
            nodes: ["s1", "s2"].map { .init(id: $0, kind: .basic, labels: [$0]) },
            edges: [("s1", "s2"), ("s2", "s1"), ("s2", "s2")].map { .init(from: $0, to: $1, label: "Port: \($0)") })

        let layout = DiagramLayout(graph)

        #expect(layout.routes.map(\.isUpward) == [false, true])
        #expect(layout.loops.count == 1)
        #expect(layout.labels.count == 3)
    }

    @Test func 何もないグラフも描ける() {
        let layout = DiagramLayout(SceneGraph(nodes: [], edges: []))

        #expect(layout.boxes.isEmpty)
    }

    private func expectRoom(in layout: DiagramLayout, of graph: SceneGraph) {
        let frames = layout.boxes.map(\.frame) + layout.labels.map(\.frame)

        #expect(Set(layout.boxes.map(\.node)) == Set(graph.nodes))
        #expect(layout.labels.count == graph.edges.count { $0.label != nil })
        #expect(layout.routes.count + layout.ties.count + layout.loops.count == graph.edges.count)
        for (index, frame) in frames.enumerated() {
            #expect(frame.x >= 0 && frame.x + frame.width <= layout.width)
            #expect(frame.y >= 0 && frame.y + frame.height <= layout.height)
            for other in frames[..<index] { #expect(!frame.overlaps(other)) }
        }
        for (text, frame) in layout.boxes.map({ ($0.text, $0.frame) }) + layout.labels.map({ ($0.text, $0.frame) }) {
            #expect(text.width <= frame.width && text.height <= frame.height)
        }
        for route in layout.routes { expectClear(route, of: layout, labels: layout.labels.map(\.frame)) }
    }

    /// Lines run straight between boxes, and bend where there are none; of labels they pass their own alone.
    private func expectClear(_ route: DiagramLayout.Route, of layout: DiagramLayout, labels: [DiagramLayout.Frame]) {
        let boxes = layout.boxes.map(\.frame)
        for stretch in route.stretches {
            #expect(!boxes.contains { $0.isCrossed(at: stretch.x, from: stretch.top, to: stretch.bottom) })
        }
        #expect(
            labels.count { label in route.stretches.contains { label.isCrossed(at: $0.x, from: $0.top, to: $0.bottom) }
            } <= 1)
        for (upper, lower) in zip(route.stretches, route.stretches.dropFirst()) {
            #expect(!(boxes + labels).contains { $0.y < lower.top && upper.bottom < $0.y + $0.height })
        }
    }
}

extension DiagramLayout.Frame {
    fileprivate func overlaps(_ other: Self) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }

    fileprivate func isCrossed(at line: Int, from top: Int, to bottom: Int) -> Bool {
        x < line && line < x + width && y < bottom && top < y + height
    }
}
