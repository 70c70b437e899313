import CourseDomain
package import UsecasesEngine

/// Counts in memory, and forgets when the program ends.
package actor InMemoryVisitCounter: VisitCounter {
    private var visits = 0

    package init() {}

    package func count() throws(ErrorWrapper) -> Int {
        visits += 1
        return visits
    }
}
