import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct スペックの待ち方の規則 {
    /// The file that may poll, the file that chooses the seed of a run, and this file with the forbidden names.
    private static let exceptions = [
        "Libraries/Support/Eventually.swift", "House/WaitingRulesSpec.swift",
    ].map { "Tests/" + $0 }

    /// A hand-written waiting loop has no limit and does not name its condition. A failure from an unseeded random
    /// number cannot be reproduced.
    @Test func 自分で眠ったり回ったりせず_種のない乱数を使わない() throws {
        let waiting = #/Task\.yield|Task\.sleep|Thread\.sleep|usleep/#
        let chance = #/SystemRandomNumberGenerator|\.random\(in: [^,)]*\)/#

        for path in try Repository.files(under: "Tests") where !Self.exceptions.contains(path) {
            let text = try Repository.text(of: path)

            #expect(text.firstMatch(of: waiting) == nil, "\(path)")
            #expect(text.firstMatch(of: chance) == nil, "\(path)")
        }
    }
    /// `#expect` shows no values of an expression that tries or waits. `expect(_:equals:)` shows both. The tutorial
    /// quotes its specs, and explains only `#expect`.
    @Test func 試したり待ったりする比較は両方の値を見せる() throws {
        let silent = #/#expect\((?:try|await) [^"\n]* == (?!nil|true|false)/#

        for path in try Repository.files(under: "Tests") where !path.hasPrefix("Tests/House/Tutorial/") {
            #expect(try Repository.text(of: path).firstMatch(of: silent) == nil, "\(path)")
        }
    }
}
