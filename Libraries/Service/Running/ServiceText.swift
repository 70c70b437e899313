public import Usecases

/// What is said about a service.
public struct ServiceText: Sendable {
    /// As in "Run … ."
    let purpose: Sentence
    /// The traits that build it in.
    let traits: Sentence
    /// What it needs to do its work, such as "the database".
    let needed: String
    /// The message to clients when a run reaches no goal.
    let advice: String

    /// `advice` says what a client should do when a run reached no goal.
    public init(purpose: Sentence, traits: Sentence, needed: String, advice: String = "Try again.") {
        self.purpose = purpose
        self.traits = traits
        self.needed = needed
        self.advice = advice
    }

    /// The message to clients when what it needs does not answer.
    var silence: String { needed.prefix(1).uppercased() + needed.dropFirst() + " does not answer." }
}
