import Testing
import UsecasesTestSupport

@testable import UsecasesTerminal

@Suite struct SVGの図 {
    @Test(arguments: UInt64(1)...50) func シーンも失敗も分岐もすべて文字で書いてあり_要素はすべて閉じている(seed: UInt64) throws {
        let graph = SceneGraph.madeUp(seed)

        let texts = try Self.texts(of: SVGDiagram(graph, title: "<&\"'>").markup)

        let labels = graph.nodes.flatMap { node in node.labels.map { node.kind == .failure ? "✗ " + $0 : $0 } }
        #expect(texts.sorted() == (labels + graph.edges.compactMap(\.label)).sorted())
    }

    @Test func 題がある() throws {
        let diagram = SVGDiagram(SceneGraph(nodes: [], edges: []), title: "アプリ<を>起動する")

        #expect(try Self.texts(of: diagram.markup, in: "title") == ["アプリ<を>起動する"])
    }

    @Test func 名前は二つの言語で書ける() throws {
        let names = ["アプリはログイン画面を表示", "The application shows the login screen"]
        let graph = SceneGraph(nodes: [.init(id: "s1", kind: .goal, labels: names)], edges: [])

        let texts = try Self.texts(of: SVGDiagram(graph, title: "図").markup)

        #expect(texts == names)
    }

    @Test func 行は条件の後と文節の間で改まる() throws {
        let name = "チュートリアル完了の記録がある場合_アプリはログイン画面を表示"
        let graph = SceneGraph(nodes: [.init(id: "s1", kind: .goal, labels: [name])], edges: [])

        let lines = try Self.texts(of: SVGDiagram(graph, title: "図").markup, in: "tspan")

        #expect(lines == ["チュートリアル完了の", "記録がある場合_", "アプリはログイン画面を表示"])
    }

    private static func texts(of markup: Markup, in name: String = "text") throws -> [String] {
        try HTMLTree("<!doctype html>\n\(markup.text)\n").text(of: name)
    }
}
