package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントの復旧を許す】
package enum AllowRecovery: Usecase {
    package enum Basics: SceneName {
        case アプリは復旧コードを作ってアカウントに記録する(name: AccountName)
    }

    package enum Goals: SceneName {
        case アプリは復旧コードを表示(issued: IssuedCode)
        case アカウントがない場合_アプリはないことを表示(name: AccountName)
    }

    package static let title = "アカウントの復旧を許す"
    package static let invocation = Invocation.command("operate recover NAME")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(name: AccountName) -> Step<Self> { .basic(.アプリは復旧コードを作ってアカウントに記録する(name: name)) }

    package static let beginnings: [Step<Self>] = [initial(name: .example)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは復旧コードを作ってアカウントに記録する(let name)):
            let code = RecoveryCode(randomSource: dependencies.randomSource)
            let end = dependencies.clock.now + RecoveryRules.lifetime
            let digest = try await dependencies.credentialHasher.digest(of: code.secret)
            let account = try await dependencies.administration.allowRecovery(of: name, by: digest, until: end)
            guard let account else { return .last(.アカウントがない場合_アプリはないことを表示(name: name)) }
            return .last(.アプリは復旧コードを表示(issued: IssuedCode(account: account, code: code, expiresAt: end)))
        }
    }

    package static let english = [
        title: "Allow the recovery of an account",
        "アプリは復旧コードを作ってアカウントに記録する": "The application makes a recovery code and records it for the account",
        "アプリは復旧コードを表示": "The application shows the recovery code",
        "アカウントがない場合_アプリはないことを表示": "If the account does not exist, the application says so",
    ]
}
