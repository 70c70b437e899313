import UsecasesEngine

/// The work of the use cases in the specs of runs.
protocol Depot: Sendable {
    func handle(_ work: String) async throws(ErrorWrapper)
}

extension UsecasesEngine.Port: Depot where Adapter == any Depot {
    func handle(_ work: String) async throws(ErrorWrapper) {
        try await call("handle(_:)", [work], changes: true, outcomes: [PossibleOutcome("handled", Done())]) {
            (depot) throws(ErrorWrapper) in try await depot.handle(work)
        }
    }
}

extension Dependencies {
    var depot: UsecasesEngine.Port<any Depot> {
        get { self[(any Depot).self] }
        set { self[(any Depot).self] = newValue }
    }
}
