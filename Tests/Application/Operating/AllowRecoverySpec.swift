import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private func allow(_ administration: StubAdministration) async throws -> Scenario<AllowRecovery> {
    try await AllowRecovery.interact(
        from: AllowRecovery.initial(name: .example), as: .operator, with: .operated(administration))
}

extension AllowRecovery.Goals {
    fileprivate var issued: IssuedCode? {
        if case .アプリは復旧コードを表示(let issued) = self { issued } else { nil }
    }
}

@Suite(.behaviour) struct `ユースケース【アカウントの復旧を許す】` {
    @Suite struct アカウントがある場合 {
        @Test func アプリは復旧コードを表示し_記録するのはその要約だけ() async throws {
            let administration = StubAdministration()

            let scenario = try await allow(administration)

            let issued = try #require(scenario.goal.issued)
            #expect(scenario.sentences == ["アプリは復旧コードを作ってアカウントに記録する", "アプリは復旧コードを表示"])
            #expect(issued.account == .example)
            #expect(issued.expiresAt == .example + RecoveryRules.lifetime)
            #expect(
                administration.calls == [
                    .allowRecovery(.example, .stub(issued.code.secret), until: issued.expiresAt)
                ])
        }
    }

    @Suite struct アカウントがない場合 {
        @Test func アプリはないことを表示() async throws {
            let scenario = try await allow(StubAdministration(accounts: []))

            #expect(scenario.sentences == ["アプリは復旧コードを作ってアカウントに記録する", "アカウントがない場合_アプリはないことを表示"])
            #expect(scenario.goal == .アカウントがない場合_アプリはないことを表示(name: .example))
        }
    }
}
