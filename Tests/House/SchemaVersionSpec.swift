#if Server
import CalearningDomain
import Testing
import Usecases

@testable import CalearningTestSupport

@testable import CalearningInfrastructure

@Suite struct 表の版 {
    /// The program version that introduced each version of the tables.
    private static let programs = ["0.1.0", "0.2.0", "0.3.0", "0.4.0"]

    @Test func 表を変えた版はどれも別の番号の版である() {
        let numbers = (Self.programs + [Product.own.version]).map { $0.split(separator: ".").compactMap { Int($0) } }

        #expect(SQLiteSchema.migrations.count == Self.programs.count)
        #expect(Set(Self.programs).count == Self.programs.count)
        #expect(numbers.allSatisfy { $0.count == 3 })
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) })
    }
}
#endif
