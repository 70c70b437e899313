import UsecasesEngine

/// Use case: Send a parcel
enum SendParcel: Usecase {
    enum Basics: SceneName {
        case `The shop takes the goods from the shelf`(order: Int)
        case `The shop charges the customer`(order: Int)
        case `The shop hands the parcel over`(order: Int)
    }

    enum Goals: SceneName {
        case `The parcel is on its way`(order: Int)
    }

    static let title = "Send a parcel"
    static let invocation = Invocation.request("POST /parcels")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [initial(order: 1)]
    /// Another server goes on with a run whose server has died.
    static let isDurable = true

    static func initial(order: Int) -> Step<Self> { .basic(.`The shop takes the goods from the shelf`(order: order)) }

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.`The shop takes the goods from the shelf`(let order)):
            try await dependencies.depot.handle("take", of: order)
            return .basic(.`The shop charges the customer`(order: order))
        case .basic(.`The shop charges the customer`(let order)):
            try await dependencies.depot.handle("charge", of: order)
            return .basic(.`The shop hands the parcel over`(order: order))
        case .basic(.`The shop hands the parcel over`(let order)):
            try await dependencies.depot.handle("hand-over", of: order)
            return .last(.`The parcel is on its way`(order: order))
        }
    }
}

/// The work on a parcel. Each can be repeated, and is then done once.
protocol Depot: Sendable {
    func handle(_ work: String, of order: Int) async throws(ErrorWrapper)
}

extension Port: Depot where Adapter == any Depot {
    func handle(_ work: String, of order: Int) async throws(ErrorWrapper) {
        try await call(
            "handle(_:of:)", [work, "\(order)"], changes: true, outcomes: [PossibleOutcome("handled", Done())]
        ) { (depot) async throws(ErrorWrapper) in try await depot.handle(work, of: order) }
    }
}

extension Dependencies {
    var depot: Port<any Depot> {
        get { self[(any Depot).self] }
        set { self[(any Depot).self] = newValue }
    }
}

/// The next version of the use case, which has one more scene.
enum Later {
    enum SendParcel: Usecase {
        enum Basics: SceneName {
            case `The shop takes the goods from the shelf`(order: Int)
            case `The shop charges the customer`(order: Int)
            case `The shop hands the parcel over`(order: Int)
            case `The shop tells the customer`(order: Int)
        }

        enum Goals: SceneName {
            case `The parcel is on its way`(order: Int)
        }

        static let title = "Send a parcel"
        static let invocation = Invocation.request("POST /parcels")
        static let actors: Set<Actor> = [.user]
        static let beginnings: [Step<Self>] = [.basic(.`The shop takes the goods from the shelf`(order: 1))]
        static let isDurable = true

        static func next(
            after scene: Step<Self>, with dependencies: Dependencies
        ) async throws(ErrorWrapper) -> Scene<Self> {
            switch scene {
            case .basic(.`The shop takes the goods from the shelf`(let order)):
                try await dependencies.depot.handle("take", of: order)
                return .basic(.`The shop charges the customer`(order: order))
            case .basic(.`The shop charges the customer`(let order)):
                try await dependencies.depot.handle("charge", of: order)
                return .basic(.`The shop hands the parcel over`(order: order))
            case .basic(.`The shop hands the parcel over`(let order)):
                try await dependencies.depot.handle("hand-over", of: order)
                return .basic(.`The shop tells the customer`(order: order))
            case .basic(.`The shop tells the customer`(let order)):
                try await dependencies.depot.handle("tell", of: order)
                return .last(.`The parcel is on its way`(order: order))
            }
        }
    }
}
