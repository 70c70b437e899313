import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

private let file = "/backup/devices.sqlite"
private let backsUp = "アプリはデータベースをバックアップする"

@MainActor
@Suite(.behaviour) struct `ユースケース【データベースをバックアップする】` {
    fileprivate static func presenter(_ outcome: BackupOutcome) -> ScreenPresenter {
        ScreenPresenter(
            dependencies: .fixture { $0.backupMaker.adapter = StubBackupMaker(outcome: outcome) }, actor: .operator)
    }

    @MainActor
    @Suite struct 書き込み先が空いている場合 {
        @Test func アプリはバックアップの内容を表示() async {
            let presenter = `ユースケース【データベースをバックアップする】`.presenter(.made(StubBackupMaker.backup))

            let report = await presenter.dispatch(BackUpDatabase.initial(file: file))

            #expect(presenter.screen == .backup(StubBackupMaker.backup))
            #expect(report.sentences == [backsUp, "アプリはバックアップの内容を表示"])
            #expect(report.exitStatus == .success)
        }
    }

    @MainActor
    @Suite struct 書き込み先が空いていない場合 {
        @Test func アプリは何も書かずに書き込み先を表示() async {
            let presenter = `ユースケース【データベースをバックアップする】`.presenter(.occupied)

            let report = await presenter.dispatch(BackUpDatabase.initial(file: file))

            #expect(presenter.screen == .occupiedFile(file))
            #expect(report.sentences == [backsUp, "書き込み先が空いていない場合_アプリは何も書かずに書き込み先を表示"])
            #expect(report.exitStatus == .wrongUsage)
        }
    }
}
