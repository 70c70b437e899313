import CalearningApplication
import CalearningPresentation
import Foundation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct SVGの図 {
    @Test(arguments: Catalogue.usecases)
    func シーンも失敗も分岐もすべて文字で書いてある(usecase: any Usecase.Type) async throws {
        let graph = await SceneGraph.explored(usecase)

        let texts = try Self.texts(of: SVGDiagram(graph, title: "図").markup)

        for node in graph.nodes {
            for label in node.labels { #expect(texts.contains(node.kind == .failure ? "✗ " + label : label)) }
        }
        for case let label? in graph.edges.map(\.label) { #expect(texts.contains(label)) }
    }

    @Test(arguments: UInt64(1)...50) func XMLとして正しい(seed: UInt64) throws {
        let graph = SceneGraph.madeUp(seed)

        let texts = try Self.texts(of: SVGDiagram(graph, title: "<&\"'>").markup)

        #expect(texts.count == graph.nodes.flatMap(\.labels).count + graph.edges.count { $0.label != nil })
    }

    @Test(arguments: Catalogue.usecases)
    func 二度描いても同じ(usecase: any Usecase.Type) async {
        let first = SVGDiagram(await .explored(usecase), title: "図").markup

        let second = SVGDiagram(await .explored(usecase), title: "図").markup

        #expect(first == second)
    }

    @Test func 題がある() throws {
        let diagram = SVGDiagram(SceneGraph(nodes: [], edges: []), title: "アプリ<を>起動する")

        let document = try XMLTree(diagram.markup.text)

        #expect(document.text(of: "title") == ["アプリ<を>起動する"])
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

        let lines = try XMLTree(SVGDiagram(graph, title: "図").markup.text).text(of: "tspan")

        #expect(lines == ["チュートリアル完了の", "記録がある場合_", "アプリはログイン画面を表示"])
    }

    private static func texts(of markup: Markup) throws -> [String] {
        try XMLTree(markup.text).text(of: "text")
    }
}
