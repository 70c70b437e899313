package import CalearningDomain
package import UsecasesEngine

/// ユースケース【猶予のあとにアカウントを消す】, on the server's side. ``EraseAccount`` queues its runs.
package enum EraseAccountLater: Usecase {
    package enum Basics: SceneName {
        case サーバは猶予が過ぎるのを待つ(deletion: Deletion)
        case サーバは取り消されていないアカウントを消す(deletion: Deletion)
    }

    package enum Goals: SceneName {
        case サーバは消したことを記録する(account: Account)
        case 持ち主が取り消した場合_サーバは何も消さない(account: Account)
    }

    package static let title = "猶予のあとにアカウントを消す"
    package static let invocation = Invocation.request("DELETE /account")
    package static let actors: Set<Actor> = [.application]
    package static let isDurable = true

    package static func initial(deletion: Deletion) -> Step<Self> { .basic(.サーバは猶予が過ぎるのを待つ(deletion: deletion)) }

    package static let beginnings: [Step<Self>] = [initial(deletion: .example)]

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバは猶予が過ぎるのを待つ(let deletion)):
            try await keeper.wait(for: deletion)
            return .basic(.サーバは取り消されていないアカウントを消す(deletion: deletion))
        case .basic(.サーバは取り消されていないアカウントを消す(let deletion)):
            return try await keeper.erase(deletion)
                ? .last(.サーバは消したことを記録する(account: deletion.account))
                : .last(.持ち主が取り消した場合_サーバは何も消さない(account: deletion.account))
        }
    }

    package static let english = [
        title: "Erase an account after the time of grace",
        "サーバは猶予が過ぎるのを待つ": "The server waits until the time of grace is over",
        "サーバは取り消されていないアカウントを消す": "The server erases the account if the deletion was not taken back",
        "サーバは消したことを記録する": "The server records that it is erased",
        "持ち主が取り消した場合_サーバは何も消さない": "If the owner has taken it back, the server erases nothing",
    ]
}
