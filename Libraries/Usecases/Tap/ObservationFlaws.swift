/// What is wrong with a file of recorded runs, or with a log.
package struct ObservationFlaws: Sendable, Hashable {
    /// Lines with the same flaw.
    package struct Lines: Sendable, Hashable {
        package private(set) var count = 0
        /// The number of the first one, counted from 1.
        package private(set) var first = 0

        package mutating func add(_ number: Int) {
            if count == 0 { first = number }
            count += 1
        }
    }

    /// Lines that are no JSON, or of which a member is missing or of another type.
    package var unreadable = Lines()
    package var tooLong = Lines()
    package var tooDeep = Lines()
    /// Beginnings of runs that were recorded in another form.
    package var otherVersion = Lines()
    /// Scenes of a service that did not tell yet which run they are of.
    package var anonymous = Lines()
    /// Whether the file ends in the middle of its last line.
    package var isTruncated = false
    /// Whether no line is of this program.
    package var isForeign = true

    package init() {}
}
