import CalearningApplication
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTool

@Suite struct ユースケースのページ {
    /// The path of each use case in the folder of its subject.
    private static let sources = Dictionary(
        Catalogue.subjects.flatMap { subject in
            subject.usecases.map { ($0.name, "Sources/Application/\(subject.name.text(in: .en))/\($0.name).swift") }
        }, uniquingKeysWith: { first, _ in first })

    @Test func すべてのユースケースがカタログにある() throws {
        try House.expectListedUsecases(of: CompositionRoot.self, in: Repository.path(of: "Sources/Application"))
        #expect(Catalogue.usecases.count == Self.sources.count)
    }

    @Test(arguments: Catalogue.usecases)
    func 宣言されたシーンはソースにあるもの(usecase: any Usecase.Type) throws {
        let usecase = UsecaseDescription(usecase)
        let source = try Repository.text(of: #require(Self.sources[usecase.name]))
        let cases = source.matches(of: #/(?m)^        case ([^.\s(]+)/#).map { String($0.1) }

        #expect(Set(usecase.scenes.map(\.name)) == Set(cases))
        #expect(usecase.scenes.count == cases.count)
        for scene in cases {
            #expect(!scene.contains(#/[、。「」【】 ]/#))
        }
    }

    /// A finding is, for example, a title or a scene without an English sentence.
    @Test func どのユースケースにも実験室の見つける問題はない() async {
        await House.expectNoFindings(in: CompositionRoot.self)
    }

    @Test func ページは探索の結果と同じでほかのページはない() async throws {
        try await House.expectCurrentPages(
            CompositionRoot.specification(by: Catalogue.subjects, of: Repository.path(of: "")),
            in: Repository.path(of: "docs/usecases"))
    }

    @Test(.enabled(if: Coverage.file != nil, "make coverage runs it after the others"))
    func どのシナリオもただ一つの仕様が通る() async throws {
        try await House.expectCoverage(of: CompositionRoot.self, UsecaseTool.self)
    }
}
