import CourseDomain
package import UsecasesEngine

/// ユースケース【来館を数える】
package enum CountVisit: Usecase {
    package enum Basics: SceneName {
        case アプリは来館を数える
    }

    package enum Goals: SceneName {
        case アプリは何人目かを表示(number: Int)
    }

    package static let title = "来館を数える"
    package static let invocation = Invocation.command("visit")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリは来館を数える)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは来館を数える):
            .last(.アプリは何人目かを表示(number: try await dependencies.visitCounter.count()))
        }
    }
}

extension CountVisit {
    package static let english = [
        title: "Count a visit",
        "アプリは来館を数える": "The application counts the visit",
        "アプリは何人目かを表示": "The application says which visit it is",
    ]
}
