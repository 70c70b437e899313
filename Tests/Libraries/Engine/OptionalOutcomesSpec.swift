import Testing
import UsecasesEngine
import UsecasesTesting

private struct Loan: Codable, Sendable {
    var days = 14
}

private protocol Library: Sendable {
    func lend() async throws(ErrorWrapper) -> Loan?
    func find() async throws(ErrorWrapper) -> Loan?
}

extension Port: Library where Adapter == any Library {
    fileprivate func lend() async throws(ErrorWrapper) -> Loan? {
        let loan = Loan()
        return try await call(
            "lend()", changes: true,
            outcomes: [PossibleOutcome("lent", loan), PossibleOutcome("taken", nil)] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.lend() }
    }

    fileprivate func find() async throws(ErrorWrapper) -> Loan? {
        try await call("find()", outcomes: [PossibleOutcome("found", Loan(days: 3)), PossibleOutcome("none", nil)]) {
            (adapter) async throws(ErrorWrapper) in try await adapter.find()
        }
    }
}

/// Answers each call with the outcome at this place of its list.
private struct Choice: RunTap {
    let place: Int

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value { try operation.outcomes[place].result.get() }
}

@Suite struct 結果がないこともある操作 {
    @Test(arguments: [(0, [14, 3]), (1, [nil, nil])] as [(Int, [Int?])])
    func 値とnilをそのまま並べられる(place: Int, days: [Int?]) async throws {
        let library = Dependencies.testing().tapped(by: Choice(place: place))[(any Library).self]

        let loans = [try await library.lend(), try await library.find()]

        #expect(loans.map { $0?.days } == days)
    }
}
