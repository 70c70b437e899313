import BenchmarkUsecases
import UsecasesEngine

/// A countdown that carries the highest and lowest positions of the stack so far.
enum StackProbe: Usecase {
    enum Basics: SceneName {
        case アプリはスタックの位置を調べる(残り: Int, 最上: UInt, 最下: UInt)
    }

    enum Goals: SceneName {
        case 数が尽きた場合_アプリは差を表示(バイト: UInt)
    }

    static let title = "スタックの伸びを調べる"
    static let invocation = Invocation.command("stack")
    static let beginnings: [Step<Self>] = [initial]
    static let actors: Set<Actor> = [.application]
    static let initial = first(of: 1)

    static func first(of count: Int) -> Step<Self> {
        .basic(.アプリはスタックの位置を調べる(残り: count, 最上: .min, 最下: .max))
    }

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはスタックの位置を調べる(let rest, let top, let bottom)):
            let here = stackAddress()
            let (top, bottom) = (max(top, here), min(bottom, here))
            return rest == 1
                ? .last(.数が尽きた場合_アプリは差を表示(バイト: top - bottom))
                : .basic(.アプリはスタックの位置を調べる(残り: rest - 1, 最上: top, 最下: bottom))
        }
    }

    @inline(never) private static func stackAddress() -> UInt {
        var local = 0
        return withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
    }
}
