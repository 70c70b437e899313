import CalearningApplication
import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【再開できる実行の一覧を見る】` {
    private let queue = InMemoryRunQueue(clock: ManualClock())

    private func page(after key: UUIDv7? = nil, withEnded: Bool = false) async throws -> RunPage {
        let scenario = try await ListRuns.interact(
            from: ListRuns.initial(after: key, withEnded: withEnded), as: .operator, with: .operated(queue))
        #expect(scenario.sentences == ["アプリは実行を始まりの順に集める", "アプリは実行の一覧を表示"])
        switch scenario.goal {
        case .アプリは実行の一覧を表示(let page): return page
        }
    }

    @Test func アプリは実行の一覧を表示() async throws {
        let ended = try await queue.add(1, ending: .goal(Data()))
        let failed = try await queue.add(2, ending: .failure(reason: "no", pause: nil))
        var waiting: [UUIDv7] = []
        for number in 3...RunPage.size + 1 { waiting.append(try await queue.add(number)) }

        let (shown, all) = (try await page(), try await page(withEnded: true))
        let (later, last) = (try await page(after: failed), try await page(after: all.runs.last?.key, withEnded: true))

        #expect(shown.runs.map(\.key) == [failed] + waiting && !shown.hasMore)
        #expect(all.runs.map(\.key) == [ended, failed] + waiting.dropLast() && all.hasMore)
        #expect(later.runs.map(\.key) == waiting && !later.hasMore)
        #expect(last.runs.map(\.key) == waiting.suffix(1) && !last.hasMore)
    }
}
