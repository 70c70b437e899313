import Synchronization
package import UsecasesEngine

/// A club, for the use cases of specs. Its office gives each ticket one number.
package protocol Office: Sendable {
    func number(for ticket: String) async throws(ErrorWrapper) -> String
}

extension Port: Office where Adapter == any Office {
    package func number(for ticket: String) async throws(ErrorWrapper) -> String {
        try await call(
            "number(for:)", [ticket], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("given", "1")] + PossibleOutcome.apiErrors + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.number(for: ticket) }
    }
}

extension Dependencies {
    package var office: Port<any Office> {
        get { self[(any Office).self] }
        set { self[(any Office).self] = newValue }
    }
}

/// An office that gives every ticket the same number, and records the tickets.
package final class StubOffice: Office {
    private let number: String
    private let asked = Mutex<[String]>([])

    package init(number: String = "7") {
        self.number = number
    }

    package var tickets: [String] { asked.withLock { $0 } }

    package func number(for ticket: String) -> String {
        asked.withLock { $0.append(ticket) }
        return number
    }
}

/// What the application remembers about its user.
package struct Membership: PortSelection {
    package static let ticket = Key<String>("ticket", example: ("stored", "t"), forgottenAs: Sentence("the ticket"))
    package static let number = Key<String>(
        "number", example: ("stored", "2"), ("malformed", ""), forgottenAs: Sentence("the number"))
    package static let hasReadGuide = Key<Bool>(
        "hasReadGuide", example: ("false", false), ("true", true), forgottenAs: Sentence("the record"))
    package static let keys: [any DeclaredKey] = [ticket, hasReadGuide, number]

    private let dependencies: Dependencies

    package init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    var number: String? {
        get async throws(ErrorWrapper) {
            guard let stored = try await dependencies.dataStore.get(Self.number) else { return nil }
            return try valid(stored)
        }
    }

    var hasReadGuide: Bool {
        get async throws(ErrorWrapper) { try await dependencies.dataStore.get(Self.hasReadGuide) ?? false }
    }

    func finishGuide() async throws(ErrorWrapper) {
        try await dependencies.dataStore.save(Self.hasReadGuide.with(true))
    }

    /// Asks the office for a number, and saves it, unless another process has saved one before.
    func obtainNumber() async throws(ErrorWrapper) -> String {
        let candidate = UUIDv7(clock: dependencies.clock, randomSource: dependencies.randomSource)
        let ticket = try await dependencies.dataStore.get(Self.ticket, orSave: candidate.description)
        let number = try await dependencies.office.number(for: ticket)
        return try valid(try await dependencies.dataStore.get(Self.number, orSave: number))
    }

    private func valid(_ stored: String) throws(ErrorWrapper) -> String {
        guard !stored.isEmpty else {
            throw .system(error: .dataStore(.damaged(location: dependencies.dataStore.location, content: nil)))
        }
        return stored
    }
}
