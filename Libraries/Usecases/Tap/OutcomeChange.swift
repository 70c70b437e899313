/// An outcome that replaces a recorded one.
public struct OutcomeChange: Sendable, Hashable {
    /// Identifies the call: the first one that this text can denote, such as `DataStore.get(udid)`.
    public let call: String
    /// The name of one of the outcomes in the operation's catalogue, or the ASCII name of an error.
    public let outcome: String

    /// `call` identifies the call, and `outcome` is the name of its new outcome.
    public init(call: String, outcome: String) {
        self.call = call
        self.outcome = outcome
    }

    /// Whether it means the outcome of this name.
    package func means(_ name: String) -> Bool {
        outcome == name || outcome == ErrorWrapper.asciiName(of: name)
    }
}
