import CalearningApplication
import Testing
import Usecases
import UsecasesLaboratory
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTool

/// The scenes, their pages and their specs agree.
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

    /// A finding is, for example, a title or a scene without an English sentence.
    @Test func どのユースケースにも実験室の見つける問題はない() async {
        for finding in await House.findings(in: CompositionRoot.self) { Issue.record("\(finding)") }
    }

    @Test func ページは探索の結果と同じでほかのページはない() async throws {
        let docs = Repository.path(of: "docs")

        let stale = try await House.stalePages(of: CompositionRoot.self, by: Catalogue.subjects, in: docs)
        #expect(stale == [])
    }

    @Test(.enabled(if: Coverage.file != nil, "make coverage runs it after the others"))
    func どのシナリオもただ一つの仕様が通る() async throws {
        let findings = try await House.coverageFindings(in: CompositionRoot.self, UsecaseTool.self)
        for finding in findings { Issue.record("\(finding)") }
    }
}
