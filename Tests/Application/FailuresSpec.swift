import Testing
import UsecasesTesting

@testable import CalearningPresentation

@Suite(.behaviour) struct `ユースケース【すべて】` {
    @Test func ポートの失敗は_それを予期するシーンがない限り_そのままのエラーで実行を終える() async {
        await House.expectReportedFailures(
            in: CompositionRoot.self,
            foreseen: [
                "LogOut": ["AccountBackend.logOut"], "ChangeSecondFactor": ["CredentialVault.seal"],
            ])
    }
}
