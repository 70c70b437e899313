import UsecasesEngine
import UsecasesTestSupport

/// A use case of many scenes that measures the depth of the stack in each.
enum DepthGauge: Usecase {
    enum Basics: SceneName {
        case アプリはスタックの深さを測る(rest: Int, lowest: UInt, highest: UInt)
    }

    enum Goals: SceneName {
        case アプリは深さの差を示す(lowest: UInt, highest: UInt)

        /// The difference between the deepest and the shallowest scene, in bytes.
        var spread: UInt {
            switch self {
            case .アプリは深さの差を示す(let lowest, let highest): highest - lowest
            }
        }
    }

    static let title = "スタックの深さを測る"
    static let actors: Set<Actor> = [.user]
    static let initial = from(1)

    static func from(_ scenes: Int) -> Step<Self> {
        .basic(.アプリはスタックの深さを測る(rest: scenes, lowest: .max, highest: .min))
    }

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはスタックの深さを測る(let rest, let lowest, let highest)):
            let depth = stackAddress()
            let (low, high) = (min(lowest, depth), max(highest, depth))
            return rest > 1
                ? .basic(.アプリはスタックの深さを測る(rest: rest - 1, lowest: low, highest: high))
                : .last(.アプリは深さの差を示す(lowest: low, highest: high))
        }
    }

    @inline(never)
    private static func stackAddress() -> UInt {
        var here: UInt8 = 0
        return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    }
}
