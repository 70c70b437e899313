/// Numbers where the course of a use case changes.
public struct Boundary: Sendable, Hashable {
    /// Consecutive numbers with the same course.
    public struct Part: Sendable, Hashable {
        /// The first and the last number, as texts.
        public let first: String, last: String
        /// The scenes that follow, up to the first that differs from another part. It is empty for a run that was cut off.
        public let next: ScenarioName?
    }

    /// `input`, or the operation and the outcome whose value was drawn, such as `DataStore.get(_:): stored`.
    public let place: String
    /// The label of the number in its generator.
    public let label: String
    /// The other labelled numbers that are not the smallest, such as `age: 3`.
    public let others: [String]
    /// At least two parts, in ascending order.
    public let parts: [Part]
}
