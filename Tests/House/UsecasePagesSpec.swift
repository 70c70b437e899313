import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Foundation
import Testing
import Usecases
import UsecasesLaboratory
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

/// One search for a scene finds the scene, its spec and its page, and all of them agree.
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
            #expect(
                catalogued.contains(usecase),
                "Sources/Application/Catalogue.swift has no line for \(usecase).")
        }
        #expect(Set(catalogued).count == catalogued.count)
    }

    @Test(arguments: Catalogue.usecases)
    func 宣言されたシーンはソースにあるもの(usecase: any Usecase.Type) throws {
        let usecase = UsecaseDescription(usecase)
        let source = try Repository.text(of: "\(Self.sources)/\(usecase.name).swift")
        let cases = source.matches(of: #/(?m)^        case ([^.\s(]+)/#).map { String($0.1) }

        #expect(Set(usecase.scenes.map(\.name)) == Set(cases))
        #expect(usecase.scenes.count == cases.count)
        for scene in cases {
            #expect(!scene.contains(#/[、。「」【】 ]/#))
        }
    }

    @Test(arguments: Catalogue.usecases)
    func すべてのシーンが仕様にある(usecase: any Usecase.Type) throws {
        let usecase = UsecaseDescription(usecase)
        let spec = try Repository.text(of: "Tests/Application/Usecases/\(usecase.name)Spec.swift")

        for scene in usecase.scenes {
            #expect(spec.contains(scene.name), "\(usecase.name)")
        }
    }

    /// The title, and each scene of each course, in both languages.
    @Test(arguments: Catalogue.usecases)
    func すべてのシーンに英語の文がある(usecase: any Usecase.Type) {
        let usecase = UsecaseDescription(usecase)
        let names = Set([usecase.title] + usecase.scenes.map(\.name))

        for name in names where usecase.english[name] == nil {
            Issue.record("\(usecase.name).english in \(Self.sources)/\(usecase.name).swift lacks \(name)")
        }
        for name in usecase.english.keys where !names.contains(name) {
            Issue.record("\(usecase.name).english has \(name), which is no scene of it")
        }
    }

    @Test(arguments: Catalogue.usecases, Language.allCases)
    func ページは探索の結果と同じ(usecase: any Usecase.Type, language: Language) async throws {
        let exploration = await Explorations.of(usecase)
        let path = "\(Self.folder(language))/\(exploration.usecase.name).md"

        #expect(exploration.findings == [])
        #expect(
            (try? Repository.text(of: path)) == UsecasePage(exploration, of: .own, in: language).text,
            "\(path) is missing, or is not what the use case does: run `make specification`.")
    }

    @Test(arguments: Language.allCases)
    func 一覧は探索の結果と同じでほかのページはない(language: Language) async throws {
        var explorations: [Exploration] = []
        for usecase in Catalogue.usecases { explorations.append(await Explorations.of(usecase)) }

        let index = try Repository.text(of: Self.folder(language) + "/README.md")

        #expect(
            index == UsecaseIndex(explorations, of: .own, in: language).text,
            "The index is stale: run `make specification`.")
        #expect(
            try Set(Repository.names(in: Self.folder(language)).filter { $0.hasSuffix(".md") })
                == Set(explorations.map { $0.usecase.name + ".md" } + ["README.md"]),
            "\(Self.folder(language)) lacks a page, or has one too many: run `make specification`.")
    }

    private static func folder(_ language: Language) -> String {
        switch language {
        case .ja: "docs/usecases"
        case .en: "docs/usecases/en"
        }
    }
}
