import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTool

@Suite(.behaviour) struct `ユースケース【ツールのすべて】` {
    @Test func ポートの失敗はそのままのエラーで実行を終える() async {
        await House.expectReportedFailures(in: UsecaseTool.self)
    }
}

/// The rules of the architecture, for every use case and every port of the program.
@Suite struct ツールの建物 {
    private static let producers: [any OutcomeProducer.Type] = [
        ApplicationMakerOutcomes.self, CourseCheckerOutcomes.self, CourseFolderOutcomes.self,
    ]

    @Test func どのユースケースにも実験室の見つける問題はない() async {
        await House.expectNoFindings(in: UsecaseTool.self)
    }

    @Test func どのユースケースも一覧にある() throws {
        try House.expectListedUsecases(of: UsecaseTool.self, in: Repository.path(of: "Tool/Application"))
    }

    @Test func どのファイルも内側の層のユースケースだけを知る() throws {
        #expect(try Repository.names(in: "Tool") == ["Application", "Domain", "Infrastructure", "Presentation"])
        let foundation = try Repository.files(under: "Tool").filter {
            try Repository.text(of: $0).contains("import Foundation")
        }
        #expect(foundation.allSatisfy { $0.hasPrefix("Tool/Infrastructure/") })
        let adapters = #/\b(FileApplicationMaker|FileCourseFolder|SwiftCourseChecker|SourceRoot)\b/#
        let knowing = try Repository.files(under: "Tool").filter { try Repository.text(of: $0).contains(adapters) }
        #expect(knowing.filter { !$0.hasPrefix("Tool/Infrastructure/") } == ["Tool/Presentation/UsecaseTool.swift"])
    }

    @Test(arguments: producers.map { $0.port })
    func 宣言された結果はどれかのアダプタの結果で_アダプタの結果はどれも宣言されている(name: String) async throws {
        let producer = try #require(Self.producers.first { $0.port == name })

        try await expect(producer.flaws(in: "Tool"), equals: [])
    }

    /// `make course-check` builds the libraries in the folder of the course.
    @Test func 講座のライブラリはルートのマニフェストと同じに宣言されている() throws {
        func declarations(in manifest: String) throws -> Set<String> {
            let text = try Repository.text(of: manifest).replacing(", cSettings: commit", with: "")
            let target = #/(?m)^        \.(?:target|systemLibrary)\([^\n]*(?:\n {12}[^\n]*)*,$/#
            return Set(text.matches(of: target).map { String($0.0) }.filter { $0.contains("path: \"Libraries/") })
        }

        let course = try declarations(in: "Course/application/Packages/calearning/Package.swift")

        #expect(course.count == 11)
        try expect(course.subtracting(declarations(in: "Package.swift")), equals: [])
    }

    @Test func 二つのプログラムは同じバージョン() throws {
        #expect(try Repository.text(of: "Sources/Domain/Product.swift").contains("version: \"\(Product.own.version)\""))
    }
}
