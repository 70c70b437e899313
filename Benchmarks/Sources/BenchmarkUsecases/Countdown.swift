package import UsecasesEngine

/// The measured use case. It has any number of scenes, each with as little work as possible.
package enum Countdown: Usecase {
    package enum Basics: SceneName {
        case アプリは数を一つ減らす(残り: Int)
    }

    package enum Goals: SceneName {
        case 数が尽きた場合_アプリは終わりを表示
    }

    package static let title = "数を数え下ろす"
    package static let invocation = Invocation.command("count")
    package static let beginnings: [Step<Self>] = [initial]
    package static let actors: Set<Actor> = [.application]
    package static let initial = first(of: 1)

    package static func first(of count: Int) -> Step<Self> {
        .basic(.アプリは数を一つ減らす(残り: count))
    }

    // Returns the next scene. It is not inlined, because the optimiser would otherwise remove the hand-written loops.
    // It would not remove a real scene.
    @inline(never) package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは数を一つ減らす(残り: 1)): .last(.数が尽きた場合_アプリは終わりを表示)
        case .basic(.アプリは数を一つ減らす(let rest)): .basic(.アプリは数を一つ減らす(残り: rest - 1))
        }
    }
}
