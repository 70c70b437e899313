package import CourseDomain
package import UsecasesEngine

/// ユースケース【読書室を予約する】
package enum ReserveRoom: Usecase {
    package enum Basics: SceneName {
        case アプリは読書室が空いているかを調べる(reader: ReaderName)
        case アプリは予約を保存する(reader: ReaderName)
    }

    package enum Goals: SceneName {
        case アプリは予約したことを表示(reader: ReaderName)
        case 予約されている場合_アプリは予約した人を表示(reader: ReaderName)
    }

    package static let title = "読書室を予約する"
    package static let invocation = Invocation.command("reserve")
    package static let actors: Set<Actor> = [.user]

    package static func initial(reader: ReaderName) -> Step<Self> {
        .basic(.アプリは読書室が空いているかを調べる(reader: reader))
    }

    package static let beginnings: [Step<Self>] = [initial(reader: .example)]

    private static let room = Key<ReaderName>("room", example: ("stored", .example))

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは読書室が空いているかを調べる(let reader)):
            return if let holder = try await dependencies.dataStore.get(room) {
                .last(.予約されている場合_アプリは予約した人を表示(reader: holder))
            } else {
                .basic(.アプリは予約を保存する(reader: reader))
            }
        case .basic(.アプリは予約を保存する(let reader)):
            try await dependencies.dataStore.save(room.with(reader))
            return .last(.アプリは予約したことを表示(reader: reader))
        }
    }
}

extension ReserveRoom {
    package static let english = [
        title: "Reserve the reading room",
        "アプリは読書室が空いているかを調べる": "The application checks whether the reading room is free",
        "アプリは予約を保存する": "The application saves the reservation",
        "アプリは予約したことを表示": "The application says for whom it is reserved",
        "予約されている場合_アプリは予約した人を表示": "If it is reserved, the application says for whom",
    ]
}
