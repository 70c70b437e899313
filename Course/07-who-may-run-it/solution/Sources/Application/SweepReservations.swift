import CourseDomain
package import UsecasesEngine

/// ユースケース【古い予約を消す】
package enum SweepReservations: Usecase {
    package enum Basics: SceneName {
        case アプリは古い予約を消す
    }

    package enum Goals: SceneName {
        case アプリは古い予約がないことを記録
    }

    package static let title = "古い予約を消す"
    package static let invocation = Invocation.command("sweep")
    package static let actors: Set<Actor> = [.application]
    package static let initial = Step<Self>.basic(.アプリは古い予約を消す)
    package static let beginnings: [Step<Self>] = [initial]

    private static let oldReservation = Key<ReaderName>(
        "oldReservation", example: ("stored", .example))

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは古い予約を消す):
            try await dependencies.dataStore.delete(oldReservation)
            return .last(.アプリは古い予約がないことを記録)
        }
    }
}

extension SweepReservations {
    package static let english = [
        title: "Sweep old reservations",
        "アプリは古い予約を消す": "The application removes old reservations",
        "アプリは古い予約がないことを記録": "The application notes that there are none",
    ]
}
