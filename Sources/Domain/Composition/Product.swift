/// What the product is called, wherever it is called something: on the command line, in messages, in files and in metrics.
package enum Product {
    /// The name of the program, and the beginning of all names that others must not have.
    package static let name = "calearning"
    /// As a person writes it.
    package static let title = "CALearning"
    /// What the names of its environment variables begin with.
    package static let variablePrefix = "CALEARNING_"
    /// The folder of its specs, below `Tests`.
    package static let specs = "CalearningTests"
}
