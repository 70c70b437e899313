import Foundation
import Testing

@testable import CalearningTestSupport

/// Checks all inputs that fuzzers have found or begin with, in a second or two: see `docs/fuzzing.md`.
@Suite(.timeLimit(.minutes(5))) struct ファザーの入力 {
    @Test(arguments: FuzzTarget.all) func どの入力でも約束は守られる(target: FuzzTarget) async throws {
        let names = try Repository.names(in: "Fuzzing/Corpus/\(target.name)")

        #expect(!names.isEmpty)
        for name in names {
            let bytes = [UInt8](try Repository.data(of: "Fuzzing/Corpus/\(target.name)/\(name)"))
            #expect(bytes.count <= target.sizeLimit)
            do {
                switch target.check {
                case .now(let check): try check(bytes)
                case .later(let check): try await check(bytes)
                }
            } catch {
                Issue.record("\(target.name)/\(name): \(error)")
            }
        }
    }

    @Test func どの入力にも的がある() throws {
        let known = Set(FuzzTarget.all.map(\.name)).union(FuzzTarget.namesOfOthers)

        #expect(try Set(Repository.names(in: "Fuzzing/Corpus")).subtracting(known).isEmpty)
    }
}
