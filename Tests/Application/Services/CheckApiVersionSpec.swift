import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@MainActor
@Suite(.behaviour) struct `ユースケース【MovableType.netのData APIのバージョンを調べる】` {
    @MainActor
    @Suite struct 対応しているバージョンの場合 {
        @Test func アプリはバージョンを表示() async {
            let presenter = ScreenPresenter(dependencies: .fixture())

            let report = await presenter.dispatch(CheckApiVersion.initial)

            #expect(presenter.screen == .version(.fixture()))
            #expect(report.sentences == ["アプリはAPIにバージョンを尋ねる", "対応しているバージョンの場合_アプリはバージョンを表示"])
            #expect(report.values["version"] as? Version == .fixture())
            #expect(report.exitStatus == .success)
        }
    }

    @MainActor
    @Suite struct 対応していないバージョンの場合 {
        @Test(arguments: [3, 5]) func アプリはバージョンを表示(number: Int) async {
            let version = Version.fixture(endpoint: "v\(number)", api: number)
            let presenter = ScreenPresenter(
                dependencies: .fixture { $0.versionedAPI.adapter = StubVersionedAPI(answer: version) })

            let report = await presenter.dispatch(CheckApiVersion.initial)

            #expect(presenter.screen == .version(version))
            #expect(report.sentences.last == "対応していないバージョンの場合_アプリはバージョンを表示")
            #expect(report.exitStatus == .refusedByServer)
        }
    }
}
