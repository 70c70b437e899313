import Application
import Domain
import Presentation
import Testing
import Usecases
import UsecasesTerminal

@MainActor
private func wait(_ change: Result<Void, ErrorWrapper>) async -> Report {
    let presenter = Presenter(dependencies: .fixture { $0.workshop.adapter = StubWorkshop(change: change) })
    return await presenter.dispatch(AwaitChange.initial)
}

@MainActor
@Suite(.behaviour) struct `ユースケース【書き換えを待つ】` {
    @Test func アプリは書き換えられたことを知る() async {
        let report = await wait(.success(()))

        #expect(report.sentences == ["アプリはファイルが書き換えられるのを待つ", "アプリは書き換えられたことを知る"])
        #expect(report.exitStatus == .success)
    }

    @Test(arguments: PortFailure.whenRead + [.interrupted])
    func 待てなければエラーを伝える(failure: PortFailure) async {
        let report = await wait(.failure(failure.error))

        #expect(report.sentences == ["アプリはファイルが書き換えられるのを待つ"])
        #expect(report.failure?.name == failure.name)
        #expect(report.exitStatus == failure.exitStatus)
    }
}
