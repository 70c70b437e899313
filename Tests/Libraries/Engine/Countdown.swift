import Synchronization
import UsecasesEngine
import UsecasesTestSupport

/// A use case with any number of scenes. Every eighth scene is an alternative one.
enum Countdown: Usecase {
    enum Basics: SceneName {
        case アプリは数を一つ減らす(rest: Int)
    }

    enum Alternatives: SceneName {
        case 八の倍数の場合_アプリは数を一つ減らす(rest: Int)
    }

    enum Goals: SceneName {
        case 零になった場合_アプリは終わる
    }

    static let title = "数を数える"
    static let actors: Set<Actor> = [.user]
    static let initial = from(8)

    static func from(_ scenes: Int) -> Step<Self> {
        .basic(.アプリは数を一つ減らす(rest: scenes))
    }

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは数を一つ減らす(let rest)), .alternate(.八の倍数の場合_アプリは数を一つ減らす(let rest)):
            switch rest - 1 {
            case ...0: .last(.零になった場合_アプリは終わる)
            case let rest where rest.isMultiple(of: 8): .alternate(.八の倍数の場合_アプリは数を一つ減らす(rest: rest))
            case let rest: .basic(.アプリは数を一つ減らす(rest: rest))
            }
        }
    }
}
