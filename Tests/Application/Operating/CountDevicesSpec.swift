import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【デバイスを数える】` {
    @Test func アプリはデバイスの数を表示() async throws {
        let administration = StubAdministration()

        let scenario = try await CountDevices.interact(
            from: CountDevices.initial, as: .operator, with: .operated(administration))

        #expect(scenario.sentences == ["アプリは発行したUDIDを数える", "アプリはデバイスの数を表示"])
        #expect(scenario.goal == .アプリはデバイスの数を表示(count: DeviceCount(total: 3, lastDay: 1)))
        #expect(administration.calls == [.countDevices])
    }
}
