import Testing
import UsecasesTesting

@testable import CalearningPresentation

@Suite(.behaviour) struct `ユースケース【すべて】` {
    @Test func ポートの失敗は_それを予期するシーンがない限り_そのままのエラーで実行を終える() async {
        let findings = await House.failureFindings(
            in: CompositionRoot.self, foreseen: ["LogOut": ["AccountBackend.logOut"]])
        for finding in findings { Issue.record("\(finding)") }
    }
}
