public import UsecasesEngine

/// The texts about a service.
public struct ServiceText: Sendable {
    /// The purpose, as in "Run … ."
    let purpose: Sentence
    /// The dependency of the service, such as "the database".
    let needed: String
    /// The message to clients when a run does not reach a goal.
    let advice: String

    /// Creates texts. `advice` is the advice to a client when a run does not reach a goal.
    public init(purpose: Sentence, needed: String, advice: String = "Try again.") {
        self.purpose = purpose
        self.needed = needed
        self.advice = advice
    }

    /// The message to clients when the dependency does not respond.
    var silence: String { needed.prefix(1).uppercased() + needed.dropFirst() + " does not answer." }
}
