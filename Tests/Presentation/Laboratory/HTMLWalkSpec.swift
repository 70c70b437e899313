import CalearningPresentation
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport
@testable import UsecasesTerminal

/// The walk through a use case, as a browser without scripts displays it: a point is visible while the target is inside.
private struct Walk {
    private let links: [Int?: [String]]
    private let failures: [Int?: Int]
    private let goals: [Int?: [String]]
    private let points: [String: (number: Int, outer: Int?)]
    /// The classes of the points with goals that were visited.
    private(set) var screens: Set<String> = []
    private(set) var reached: Set<String> = []
    private(set) var ways = 0
    /// The classes of the screens in the page.
    let shown: [String]
    let browsers: Int

    /// Follows each link from the beginnings of the use case.
    init(_ page: HTMLTree, of usecase: String) throws {
        let article = try #require(page.elements.firstIndex { $0.name == "article" && $0["id"] == usecase })
        let inside = page.elements.indices.filter { page.elements[$0].ancestors.contains(article) }
        let isPoint = { (index: Int) in page.elements[index]["class"]?.hasPrefix("point") ?? false }
        let around = { (index: Int) in page.elements[index].ancestors.last(where: isPoint) }
        func grouped<Value>(_ value: (HTMLTree.Element) -> Value?) -> [Int?: [Value]] {
            Dictionary(grouping: inside.filter { value(page.elements[$0]) != nil }, by: around)
                .mapValues { $0.compactMap { value(page.elements[$0]) } }
        }
        links = grouped { $0.name == "a" && $0["href"] != "#\(usecase)-walk" ? $0["href"] : nil }
        failures = grouped { $0["class"] == "failure" && ["li", "p"].contains($0.name) ? 1 : nil }.mapValues(\.count)
        goals = grouped { $0["class"] == "goal" && $0.name == "p" ? $0.text : nil }
        points = Dictionary(
            uniqueKeysWithValues: inside.filter { page.elements[$0].name == "h4" }.compactMap { index in
                guard let id = page.elements[index]["id"], let point = around(index) else { return nil }
                return ("#\(id)", (point, around(point)))
            })
        shown = inside.compactMap { page.elements[$0]["class"] }.filter { $0.hasPrefix("screens ") }
        browsers = inside.count { page.elements[$0].name == "fieldset" }
        try visit(nil, in: page)
    }

    private mutating func visit(_ point: Int?, in page: HTMLTree) throws {
        ways += failures[point, default: 0] + goals[point, default: []].count
        reached.formUnion(goals[point, default: []])
        if let point, goals[point] != nil, let classes = page.elements[point]["class"] {
            screens.insert(String(classes.dropFirst("point ".count)))
        }
        for link in links[point, default: []] {
            let target = try #require(points[link])
            // Otherwise, the path to this point would disappear.
            try #require(target.outer == point)
            try visit(target.number, in: page)
        }
    }
}

@Suite struct ユースケースのページをたどる {
    private static let languages = Language.allCases

    @Test(arguments: languages) func スクリプトなしで_すべての道筋とゴールとその画面に着く(language: Language) async throws {
        let explorations = await Explorations.all(in: compositionRoot)

        let page = try await WrittenPages.page(in: language).tree

        for exploration in explorations {
            let walk = try Walk(page, of: exploration.usecase.name)
            let localized = exploration.localized(in: language)
            let goals = localized.ways.compactMap { way -> String? in
                guard case .goal(let goal) = way.ending else { return nil }
                return "◎ \(goal.name)" + (goal.values.isEmpty ? "" : " " + goal.values.joined(separator: ", "))
            }
            #expect(walk.ways == localized.ways.count)
            #expect(walk.reached == Set(goals))
            let isCommand = exploration.usecase.invocation.command != nil
            #expect(Set(walk.shown) == (isCommand ? Set(walk.screens.map { "screens \($0)" }) : []))
            #expect(Set(walk.shown).count == walk.shown.count)
            #expect(walk.browsers == (exploration.usecase.actors.contains(.user) && isCommand ? walk.shown.count : 0))
        }
    }

    @Test(arguments: languages) func ページは2MBに収まる(language: Language) async throws {
        let page = try await WrittenPages.page(in: language).text

        #expect(page.utf8.count <= 2_000_000)
    }

    @Test func ゴールの画面はターミナルとブラウザが示すもの() async throws {
        let page = try await WrittenPages.page(in: .en).tree

        let notice = "The name or the password is wrong."
        let figures = page.all("figure").map(\.text).filter { $0.contains(notice) }
        #expect(figures.contains { $0.hasPrefix("In a terminal") && $0.contains("[ctrl-n] sign up") })
        #expect(figures.contains { $0.hasPrefix("In a browser") && $0.contains("Sign up") })
    }

    @Test(arguments: languages) func 画面の例は何もせず_リンクはすべてページの中に着く(language: Language) async throws {
        let page = try await WrittenPages.page(in: language).tree

        let ids = page.elements.compactMap { $0["id"] }
        #expect(Set(ids).count == ids.count)
        #expect(Set(page.all("a").compactMap { $0["href"] }).isSubset(of: ids.map { "#\($0)" }))
        #expect(page.all("fieldset").allSatisfy { $0["disabled"] != nil })
        #expect(page.all("a", in: "fieldset").allSatisfy { $0["href"] == nil })
        for name in ["input", "select", "button", "form"] {
            #expect(page.all(name).count == page.all(name, in: "fieldset").count)
        }
        #expect(page.elements.allSatisfy { $0["action"] == nil && $0["method"] == nil && $0["autofocus"] == nil })
    }
}
