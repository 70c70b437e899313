import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

#if Server
@testable import CalearningInfrastructure
#endif

@Suite struct 版 {
    @Test func 変更履歴の最新の版である() throws {
        let headings = try Repository.text(of: "CHANGELOG.md").matches(
            of: /(?m)^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/)

        let newest = try #require(headings.first?.1, "CHANGELOG.md has no heading such as ## [1.2.3] - 2026-01-31.")
        #expect(newest == Product.own.version)
    }

    @Test(arguments: [("README.md", "Version "), ("README.ja.md", "バージョン"), ("SECURITY.md", "the newest release, ")])
    func 文書も同じ版を告げる(path: String, words: String) throws {
        let text = try Repository.text(of: path)

        let versions = text.matches(of: try Regex(words + #"(\d+\.\d+)"#)).compactMap {
            $0[1].substring.map(String.init)
        }

        #expect(versions == [Product.own.version.split(separator: ".").prefix(2).joined(separator: ".")])
    }

    @Test func プログラムは名前と版を最初の行に告げる() {
        #expect(ProgramVersion.text(of: .own).hasPrefix("\(Product.own.name) \(Product.own.version)\n"))
    }

    #if Server
    /// The program version that introduced each version of the tables.
    private static let programs = ["0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0", "0.6.0", "0.7.0"]

    @Test func 表を変えた版はどれも別の番号の版である() {
        let numbers = (Self.programs + [Product.own.version]).map { $0.split(separator: ".").compactMap { Int($0) } }

        #expect(SQLiteSchema.migrations.count == Self.programs.count)
        #expect(Set(Self.programs).count == Self.programs.count)
        #expect(numbers.allSatisfy { $0.count == 3 })
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) })
    }
    #endif
}
