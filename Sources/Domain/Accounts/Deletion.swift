package import UsecasesEngine

/// The deletion of an account after its time of grace.
package struct Deletion: Sendable, Hashable, Codable {
    package let account: Account
    /// The time from which the account is erased, unless its owner logs in before.
    package let at: Timestamp
    /// The key of the run that erases it.
    package let run: UUIDv7

    package init(account: Account, at: Timestamp, run: UUIDv7) {
        self.run = run
        self.account = account
        self.at = at
    }
}

extension Deletion: CustomStringConvertible {
    package var description: String { "\(account) at \(at)" }
}

/// What the owner and the service want when an account is deleted.
package struct DeletionTerms: Sendable, Hashable, Codable {
    /// Whether the owner gets the data of the account with the answer.
    package let withExport: Bool
    /// The time for which the account can be kept by logging in. Zero erases it at once.
    package let grace: Duration

    /// The time of grace of a service whose operator has given none: seven days.
    package static let usualGrace = Duration.seconds(7 * 86_400)

    package init(withExport: Bool = false, grace: Duration = .zero) {
        self.withExport = withExport
        self.grace = grace
    }
}

extension Deletion {
    package static let example = Deletion(
        account: .example, at: .example + DeletionTerms.usualGrace, run: UUIDv7(at: .example, random: (0, 7)))
}

/// The rule of a service for deletions. It is read before a run begins.
package protocol DeletionPolicy: Sendable {
    /// The time for which a deleted account can be kept by logging in. Zero erases it at once.
    var grace: Duration { get }
}

extension Dependencies {
    package var deletionPolicy: Port<any DeletionPolicy> {
        get { self[(any DeletionPolicy).self] }
        set { self[(any DeletionPolicy).self] = newValue }
    }
}
