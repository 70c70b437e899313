import CourseDomain
import CourseInfrastructure
import UsecasesEngine

extension CompositionRoot {
    /// The adapter of the port `VisitCounter`.
    static func visitCounter(over dataStore: any DataStore) -> any VisitCounter {
        StoredVisitCounter(dataStore: dataStore)
    }
}
