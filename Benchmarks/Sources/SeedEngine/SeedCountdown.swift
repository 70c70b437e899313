import OpenCombine

/// The measured countdown, written as a use case of the seed.
enum SeedCountdown: Usecase {
    enum Basics {
        case アプリは数を一つ減らす(残り: Int)
    }

    enum Goals {
        case 数が尽きた場合_アプリは終わりを表示
    }

    case basic(scene: Basics)
    case last(scene: Goals)

    func next() -> AnyPublisher<SeedCountdown, any Error>? {
        switch self {
        case .basic(.アプリは数を一つ減らす(残り: 1)): just(next: .last(scene: .数が尽きた場合_アプリは終わりを表示))
        case .basic(.アプリは数を一つ減らす(let rest)): just(next: .basic(scene: .アプリは数を一つ減らす(残り: rest - 1)))
        case .last: nil
        }
    }

    /// Counts down `count` scenes on the calling thread. Returns the number of passed scenes without the goal.
    static func run(_ count: Int) -> Int {
        var passed = 0
        let run = SeedCountdown.basic(scene: .アプリは数を一つ減らす(残り: count))
            .interact()
            .sink(receiveCompletion: { _ in }, receiveValue: { passed = $0.count - 1 })
        withExtendedLifetime(run) {}
        return passed
    }
}
