import Application
import Domain

/// The use case that is measured: each scene saves a value.
enum SaveOften: SavingUsecase {
    typealias Basics = SavingScene
    typealias Goals = SavingGoal

    static let title = "保存を繰り返す"
    static let isDurable = false
}

/// The same use case, resumed after a crash.
enum SaveOftenDurably: SavingUsecase {
    typealias Basics = SavingScene
    typealias Goals = SavingGoal

    static let title = "保存を繰り返し途切れても続ける"
    static let isDurable = true
}

enum SavingScene: SceneName {
    case アプリは記録を保存する(残り: Int)
}

enum SavingGoal: SceneName {
    case アプリは終わりを表示
}

protocol SavingUsecase: Usecase where Basics == SavingScene, Goals == SavingGoal, Alternatives == Never {}

extension SavingUsecase {
    static var actors: Set<Actor> { [.application] }

    // Not inlined, as a real use case would not be.
    @inline(never) static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは記録を保存する(let rest)):
            try await dependencies.dataStore.save(DeviceMemory.keys.hasCompletedTutorial.with(true))
            return rest == 1 ? .last(.アプリは終わりを表示) : .basic(.アプリは記録を保存する(残り: rest - 1))
        }
    }
}
