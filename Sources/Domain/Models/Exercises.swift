extension [Exercise] {
    /// The one with this number; without a number the first that is not passed, or the last if all are. `nil` if there is
    /// none.
    package func chosen(_ number: Int?) -> Exercise? {
        guard let number else { return first { !$0.isPassed } ?? last }
        return first { $0.number == number }
    }
}
