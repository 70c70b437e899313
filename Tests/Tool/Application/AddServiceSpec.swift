import Testing
import UsecasesTerminal
import UsecasesTesting

@testable import UsecasesTool

private let adds = "アプリはアプリケーションにサービスを加える"

@MainActor
@Suite(.behaviour) struct `ユースケース【アプリケーションにサービスを加える】` {
    private static let missing = [
        MissingLines(file: "Package.swift", anchor: "    path: \"x\"", replaces: true, lines: ["    path: \"y\""])
    ]

    @Test(arguments: [true, false])
    func アプリは加えたサービスを表示(answersFirstUsecase: Bool) async {
        let service = AddedService(
            name: .example, files: ["Package.swift"], answersFirstUsecase: answersFirstUsecase)

        let (screen, report) = await add(.added(service))

        #expect(screen == .addedService(service))
        #expect(report.sentences == [adds, "アプリは加えたサービスを表示"])
        #expect(report.exitStatus == .success)
    }

    @Test func サービスがすでにある場合_アプリは何も変えずにそのことを表示() async {
        let (screen, report) = await add(.present(name: .example))

        #expect(screen == .presentService(of: .example))
        #expect(report.sentences == [adds, "サービスがすでにある場合_アプリは何も変えずにそのことを表示"])
        #expect(report.exitStatus == .success)
    }

    @Test func 行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示() async {
        let (screen, report) = await add(.changed(Self.missing))

        #expect(screen == .linesToAdd(Self.missing))
        #expect(report.sentences == [adds, "行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func アプリケーションがない場合_アプリは何も書かずに場所を表示() async {
        let (screen, report) = await add(.noApplication)

        #expect(screen == .noApplication(in: "../shop"))
        #expect(report.sentences == [adds, "アプリケーションがない場合_アプリは何も書かずに場所を表示"])
        #expect(report.exitStatus == .wrongUsage)
    }

    private func add(_ addition: ServiceAddition) async -> (screen: Screen, report: Report) {
        await run(
            AddService.initial(directory: "../shop"), StubCourseFolder(), StubCourseChecker(),
            StubApplicationMaker(addition: addition))
    }
}
