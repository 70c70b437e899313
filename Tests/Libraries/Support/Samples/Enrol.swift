package import UsecasesEngine

/// A use case that resumes after an interruption. It reads, asks another program, and saves.
package enum Enrol: Usecase {
    package enum Basics: SceneName {
        case アプリは番号が保存されていないかを調べる
        case アプリは案内を読んだ記録がないかを調べる(number: String)
    }

    package enum Alternatives: SceneName {
        case 番号がない場合_アプリは番号を取得する
    }

    package enum Goals: SceneName {
        case 案内を読んだ記録がある場合_アプリは会の画面を表示(number: String)
        case 案内を読んだ記録がない場合_アプリは案内を表示
    }

    package static let title = "会に入る"
    package static let invocation = Invocation.command("enrol")
    package static let actors: Set<Actor> = [.user, .application]
    package static let isDurable = true
    package static let initial = Step<Self>.basic(.アプリは番号が保存されていないかを調べる)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは番号が保存されていないかを調べる):
            return if let number = try await membership.number {
                .basic(.アプリは案内を読んだ記録がないかを調べる(number: number))
            } else {
                .alternate(.番号がない場合_アプリは番号を取得する)
            }
        case .alternate(.番号がない場合_アプリは番号を取得する):
            return .basic(.アプリは案内を読んだ記録がないかを調べる(number: try await membership.obtainNumber()))
        case .basic(.アプリは案内を読んだ記録がないかを調べる(let number)):
            return try await membership.hasReadGuide
                ? .last(.案内を読んだ記録がある場合_アプリは会の画面を表示(number: number)) : .last(.案内を読んだ記録がない場合_アプリは案内を表示)
        }
    }

    package static let english = [
        title: "Join the club",
        "アプリは番号が保存されていないかを調べる": "The application checks whether a number is saved",
        "アプリは案内を読んだ記録がないかを調べる": "The application checks whether the user has read the guide",
        "番号がない場合_アプリは番号を取得する": "If there is no number, the application obtains one",
        "案内を読んだ記録がある場合_アプリは会の画面を表示": "If the guide was read, the application shows the club",
        "案内を読んだ記録がない場合_アプリは案内を表示": "If the guide was not read, the application shows the guide",
    ]
}

/// A use case that saves once.
package enum FinishGuide: Usecase {
    package enum Basics: SceneName {
        case アプリは案内を読んだ記録を保存する
    }

    package enum Goals: SceneName {
        case アプリは会の画面を表示
    }

    package static let title = "案内を読み終える"
    package static let invocation = Invocation.command("guide --finish")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリは案内を読んだ記録を保存する)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは案内を読んだ記録を保存する):
            try await membership.finishGuide()
            return .last(.アプリは会の画面を表示)
        }
    }

    package static let english = [
        title: "Finish the guide",
        "アプリは案内を読んだ記録を保存する": "The application records that the guide was read",
        "アプリは会の画面を表示": "The application shows the club",
    ]
}
