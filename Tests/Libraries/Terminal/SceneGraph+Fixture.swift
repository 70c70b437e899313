@testable import UsecasesTerminal

extension SceneGraph {
    /// Random graphs of up to eight scenes, or another number, with any steps from scenes that are not goals: skips,
    /// cycles and steps to themselves. If the graph is `forward`, all steps lead to later scenes.
    static func madeUp(_ seed: UInt64, scenes: Int = 8, forward: Bool = false) -> SceneGraph {
        var state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let names = ["アプリはUDIDを取得する", "記録がない場合_アプリはチュートリアル画面を表示", "サーバは拒否する<&>", "LooksUpAUserOfGitHubByLogin"]
        let outcomes = [nil, "DataStore: absent", "GitHub: rate-limited, rate-limited-until; Backend: issued"]
        let kinds: [Node.Kind] = [.basic, .alternative, .goal]
        let count = 1 + random(scenes)
        var nodes = (1...count).map { Node(id: "s\($0)", kind: kinds[random(3)], labels: ["\(names[random(4)])\($0)"]) }
        var edges: [Edge] = []
        for _ in 0..<random(2 * count + 1) {
            let steps = (1 + random(count), 1 + random(count))
            guard !forward || steps.0 < steps.1 else { continue }
            let (from, to) = ("s\(steps.0)", "s\(steps.1)")
            guard nodes.contains(where: { $0.id == from && $0.kind != .goal }) else { continue }
            guard !edges.contains(where: { $0.from == from && $0.to == to }) else { continue }
            edges.append(Edge(from: from, to: to, label: outcomes[random(3)]))
        }
        for index in 1...count where nodes[index - 1].kind != .goal && random(3) == 0 {
            let failures = ["書き込みに失敗", "エラーレスポンスのデシリアライズに失敗", "ErrorResponse"].prefix(1 + random(3))
            nodes.append(Node(id: "e\(index)", kind: .failure, labels: Array(failures)))
            edges.append(Edge(from: "s\(index)", to: "e\(index)", label: nil))
        }
        return SceneGraph(nodes: nodes, edges: edges)
    }

    /// Two basic scenes with an alternative each, one of which leads back.
    static let withLoop = SceneGraph(
        nodes: [
            Node(id: "s1", kind: .basic, labels: ["アプリは注文する商品の在庫をサーバに尋ねる"]),
            Node(id: "s2", kind: .basic, labels: ["アプリは保存されている配送先の住所を読み込む"]),
            Node(id: "s3", kind: .basic, labels: ["アプリは注文の控えを端末に保存する"]),
            Node(id: "s4", kind: .goal, labels: ["アプリは注文が完了したことを表示"]),
            Node(id: "s5", kind: .alternative, labels: ["在庫が足りない場合_アプリは代わりになる商品を尋ねる"]),
            Node(id: "s6", kind: .goal, labels: ["代わりになる商品もない場合_アプリは在庫切れを表示"]),
            Node(id: "s7", kind: .alternative, labels: ["配送先がない場合_アプリはユーザの登録住所をサーバに尋ねる"]),
            Node(id: "e1", kind: .failure, labels: ["読み込みに失敗", "内容が壊れています"]),
        ],
        edges: [
            Edge(from: "s1", to: "s2", label: "Shop: available"),
            Edge(from: "s2", to: "s3", label: "DataStore: stored"),
            Edge(from: "s3", to: "s4", label: "DataStore: saved"), Edge(from: "s1", to: "s5", label: "Shop: sold-out"),
            Edge(from: "s5", to: "s2", label: "Shop: found"), Edge(from: "s5", to: "s6", label: "Shop: absent"),
            Edge(from: "s2", to: "s7", label: "DataStore: absent"), Edge(from: "s7", to: "s2", label: "Shop: found"),
            Edge(from: "s3", to: "e1", label: nil),
        ])
}
