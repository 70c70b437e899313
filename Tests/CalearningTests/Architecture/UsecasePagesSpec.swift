import Application
import Foundation
import Presentation
import Testing

/// One search for a scene finds the scene, its spec and its page; and all of them say the same.
@Suite struct ユースケースのページ {
    private static let sources = "Sources/Application/Usecases"

    private static var usecases: [String] {
        get throws {
            try Repository.files(under: sources).map {
                $0.dropLast(".swift".count).split(separator: "/").last.map(String.init) ?? ""
            }
        }
    }

    @Test func すべてのユースケースがカタログにある() throws {
        let catalogued = Catalogue.usecases.map { $0.name }

        for usecase in try Self.usecases {
            #expect(catalogued.contains(usecase), "Sources/Application/Catalogue.swift has no line for \(usecase).")
        }
        #expect(Set(catalogued).count == catalogued.count)
    }

    @Test(arguments: Catalogue.usecases)
    func 宣言されたシーンはソースにあるもの(entry: any Catalogued) throws {
        let usecase = UsecaseDescription(entry)
        let source = try Repository.text(of: "\(Self.sources)/\(usecase.name).swift")
        let cases = source.matches(of: #/(?m)^        case ([^.\s(]+)/#).map { String($0.1) }

        #expect(Set(usecase.scenes.map(\.name)) == Set(cases))
        #expect(usecase.scenes.count == cases.count)
        for scene in cases {
            #expect(!scene.contains(#/[、。「」【】 ]/#))
        }
    }

    @Test(arguments: Catalogue.usecases)
    func すべてのシーンが仕様にある(entry: any Catalogued) throws {
        let usecase = UsecaseDescription(entry)
        let spec = try Repository.text(of: "Tests/CalearningTests/Usecases/\(usecase.name)Spec.swift")

        for scene in usecase.scenes {
            #expect(spec.contains(scene.name), "\(usecase.name)")
        }
    }

    @Test(arguments: Catalogue.usecases)
    func ページは探索の結果と同じ(entry: any Catalogued) async throws {
        let exploration = await CompositionRoot.explorer.explore(entry)
        let page = try Repository.text(of: "docs/usecases/\(exploration.usecase.name).md")

        #expect(exploration.findings == [])
        #expect(page == UsecasePage(exploration).text, "The page is not what the use case does: `make specification`.")
    }

    @Test func 一覧は探索の結果と同じでほかのページはない() async throws {
        var explorations: [Exploration] = []
        for entry in Catalogue.usecases { explorations.append(await CompositionRoot.explorer.explore(entry)) }

        let index = try Repository.text(of: "docs/usecases/README.md")

        #expect(index == UsecaseIndex(explorations).text, "The index is stale: `make specification`.")
        #expect(
            try Set(Repository.names(in: "docs/usecases"))
                == Set(explorations.map { $0.usecase.name + ".md" } + ["README.md"]))
    }
}
