import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【デバイスを数える】` {
    @Test func アプリはデバイスの数を表示() async throws {
        try await expectOperation(
            CountDevices.initial, reaching: .アプリはデバイスの数を表示(count: DeviceCount(total: 3, lastDay: 1)),
            calling: [.countDevices])
    }
}
