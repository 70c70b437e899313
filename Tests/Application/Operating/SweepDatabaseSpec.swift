import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【古い記録を掃除する】` {
    @Test func アプリは取り除いた数を表示() async throws {
        try await expectOperation(
            SweepDatabase.initial(keepingDevices: nil),
            reaching: .アプリは取り除いた数を表示(rows: SweptRows(sessions: 2, guesses: 10, browsers: 4)),
            calling: [.sweep])
    }
}

@Suite struct `ユースケース【古い記録を掃除する】の約束` {
    @Test(arguments: [1, 400, 3650])
    func 日数があれば_それより前に登録されたデバイスも取り除く(days: Int) async throws {
        let administration = StubAdministration()

        let scenario = try await SweepDatabase.interact(
            from: SweepDatabase.initial(keepingDevices: days), as: .operator, with: .operated(administration))

        #expect(scenario.goal == .アプリは取り除いた数を表示(rows: SweptRows(sessions: 2, guesses: 10, devices: 3, browsers: 4)))
        let time = Timestamp(milliseconds: Timestamp.example.milliseconds - Int64(days) * 86_400_000)
        #expect(administration.calls == [.sweep, .forgetDevices(registeredBefore: time)])
    }
}
