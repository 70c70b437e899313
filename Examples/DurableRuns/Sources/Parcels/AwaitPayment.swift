import UsecasesEngine

/// Use case: Wait for the payment
enum AwaitPayment: Usecase {
    enum Basics: SceneName {
        case `The shop sends the invoice`(order: Int)
        case `The shop waits for the payment`(order: Int, until: Timestamp)
    }

    enum Goals: SceneName {
        case `The customer has paid`(amount: Int)
        case `The invoice is overdue`
    }

    static let title = "Wait for the payment"
    static let invocation = Invocation.request("POST /invoices")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.`The shop sends the invoice`(order: 1))]
    static let isDurable = true

    static func paid(_ order: Int) -> Event<Int> { Event("paid \(order)", example: 100) }

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.`The shop sends the invoice`(let order)):
            let days = Duration.seconds(14 * 86_400)
            return .basic(.`The shop waits for the payment`(order: order, until: dependencies.clock.now + days))
        case .basic(.`The shop waits for the payment`(let order, let until)):
            let amount = try await dependencies.events.wait(for: paid(order), until: until)
            return .last(amount.map { .`The customer has paid`(amount: $0) } ?? .`The invoice is overdue`)
        }
    }
}
