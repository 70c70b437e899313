import Testing
import UsecasesTerminal
import UsecasesTesting

@testable import UsecasesTool

private let adds = "アプリはアプリケーションに部品を加える"

@MainActor
@Suite(.behaviour) struct `ユースケース【アプリケーションに部品を加える】` {
    private static let missing = [
        MissingLines(file: "Package.swift", anchor: "    path: \"x\"", replaces: true, lines: ["    path: \"y\""])
    ]

    @Test(arguments: [(ApplicationPart.service, false), (.service, true), (.sqlite, false), (.postgresql, false)])
    func アプリは加えた部品を表示(part: ApplicationPart, lacksUsecase: Bool) async {
        let added = AddedPart(part: part, name: .example, files: ["Package.swift"], lacksUsecase: lacksUsecase)

        let (screen, report) = await add(part, .added(added))

        #expect(screen == .addedPart(added))
        #expect(report.sentences == [adds, "アプリは加えた部品を表示"])
        #expect(report.exitStatus == .success)
    }

    @Test(arguments: [ApplicationPart.service, .sqlite, .postgresql])
    func 部品がすでにある場合_アプリは何も変えずにそのことを表示(part: ApplicationPart) async {
        let (screen, report) = await add(part, .present(name: .example))

        #expect(screen == .present(part, of: .example))
        #expect(report.sentences == [adds, "部品がすでにある場合_アプリは何も変えずにそのことを表示"])
        #expect(report.exitStatus == .success)
    }

    @Test(arguments: [ApplicationPart.sqlite, .postgresql])
    func 別のデータベースがある場合_アプリは何も変えずにそのファイルを表示(part: ApplicationPart) async throws {
        let other = try #require(part.alternative)

        let (screen, report) = await add(part, .alternative(other, name: .example, files: ["Store.swift"]))

        #expect(screen == .alternative(other, of: .example, in: ["Store.swift"]))
        #expect(report.sentences == [adds, "別のデータベースがある場合_アプリは何も変えずにそのファイルを表示"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func 行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示() async {
        let (screen, report) = await add(.service, .changed(Self.missing))

        #expect(screen == .linesToAdd(Self.missing))
        #expect(report.sentences == [adds, "行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func アプリケーションがない場合_アプリは何も書かずに場所を表示() async {
        let (screen, report) = await add(.service, .noApplication)

        #expect(screen == .noApplication(in: "../shop"))
        #expect(report.sentences == [adds, "アプリケーションがない場合_アプリは何も書かずに場所を表示"])
        #expect(report.exitStatus == .wrongUsage)
    }

    private func add(
        _ part: ApplicationPart, _ addition: PartAddition
    ) async -> (screen: Screen, report: Report) {
        await run(
            AddPart.initial(part: part, directory: "../shop"), StubCourseFolder(), StubCourseChecker(),
            StubApplicationMaker(addition: addition))
    }
}
