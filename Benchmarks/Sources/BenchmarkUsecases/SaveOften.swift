package import UsecasesEngine

/// A measured use case. Each scene saves a value.
package enum SaveOften: SavingUsecase {
    package typealias Basics = SavingScene
    package typealias Goals = SavingGoal

    package static let title = "保存を繰り返す"
    package static let isDurable = false
}

/// A variant that is resumed after a crash.
package enum SaveOftenDurably: SavingUsecase {
    package typealias Basics = SavingScene
    package typealias Goals = SavingGoal

    package static let title = "保存を繰り返し途切れても続ける"
    package static let isDurable = true
}

package enum SavingScene: SceneName {
    case アプリは記録を保存する(残り: Int)
}

package enum SavingGoal: SceneName {
    case アプリは終わりを表示
}

private let isSaved = Key<Bool>("isSaved", example: ("true", true))

package protocol SavingUsecase: Usecase where Basics == SavingScene, Goals == SavingGoal, Alternatives == Never {}

extension SavingUsecase {
    package static var actors: Set<Actor> { [.application] }
    package static var invocation: Invocation { .command("save") }
    package static var beginnings: [Step<Self>] { [first(of: 1)] }

    package static func first(of count: Int) -> Step<Self> {
        .basic(.アプリは記録を保存する(残り: count))
    }

    // Returns the next scene. It is not inlined, like a real use case.
    @inline(never) package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは記録を保存する(let rest)):
            try await dependencies.dataStore.save(isSaved.with(true))
            return rest == 1 ? .last(.アプリは終わりを表示) : .basic(.アプリは記録を保存する(残り: rest - 1))
        }
    }
}
