/// An outcome that is put in the place of a recorded one.
package struct OutcomeChange: Sendable, Hashable {
    /// Which call: the first one that may be meant by this, such as `DataStore.get(udid)`.
    package let call: String
    /// The name of one of the outcomes in the operation's catalogue.
    package let outcome: String

    package init(call: String, outcome: String) {
        self.call = call
        self.outcome = outcome
    }
}
