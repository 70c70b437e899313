import CalearningDomain
import Foundation
import Testing
import Usecases

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@Suite struct 版 {
    @Test func 変更履歴の最新の版である() throws {
        let headings = try Repository.text(of: "CHANGELOG.md").matches(
            of: /(?m)^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/)

        let newest = try #require(headings.first?.1, "CHANGELOG.md has no heading such as ## [1.2.3] - 2026-01-31.")
        #expect(newest == Product.own.version)
    }

    @Test func プログラムは名前と版を最初の行に告げる() {
        #expect(ProgramVersion.text(of: .own).hasPrefix("\(Product.own.name) \(Product.own.version)\n"))
    }
}
