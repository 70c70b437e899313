/// The names of the product on the command line, in messages, in files and in metrics.
package enum Product {
    /// The name of the program, and the prefix of all names that must not clash with those of other programs.
    package static let name = "calearning"
    /// The version, which is also that of the newest release in `CHANGELOG.md`.
    package static let version = "0.2.0"
    /// The name as people write it.
    package static let title = "CALearning"
    /// The prefix of the names of its environment variables.
    package static let variablePrefix = "CALEARNING_"
    /// The folder of its specs, below `Tests`.
    package static let specs = "CalearningTests"
}
