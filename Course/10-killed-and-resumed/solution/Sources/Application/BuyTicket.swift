import CourseDomain
package import UsecasesEngine

/// ユースケース【朗読会の券を買う】
package enum BuyTicket: Usecase {
    package enum Basics: SceneName {
        case アプリは券を出してもらう
        case アプリは券を確定する(ticket: String)
    }

    package enum Goals: SceneName {
        case アプリは券を表示(ticket: String)
    }

    package static let title = "朗読会の券を買う"
    package static let invocation = Invocation.command("ticket")
    package static let actors: Set<Actor> = [.user]
    package static let isDurable = true
    package static let initial = Step<Self>.basic(.アプリは券を出してもらう)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは券を出してもらう):
            return .basic(.アプリは券を確定する(ticket: try await dependencies.ticketOffice.issue()))
        case .basic(.アプリは券を確定する(let ticket)):
            try await dependencies.ticketOffice.confirm(ticket)
            return .last(.アプリは券を表示(ticket: ticket))
        }
    }
}

extension BuyTicket {
    package static let english = [
        title: "Buy a ticket for the reading",
        "アプリは券を出してもらう": "The application has a ticket issued",
        "アプリは券を確定する": "The application confirms the ticket",
        "アプリは券を表示": "The application shows the ticket",
    ]
}
