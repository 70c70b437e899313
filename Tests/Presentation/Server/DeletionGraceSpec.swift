#if Server
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesService

@Suite struct 削除の猶予 {
    private static let sizes = ["d": 86_400, "h": 3600, "m": 60, "s": 1]

    /// Expects that the setting accepts the number with the unit if the rule does.
    private func promiseRule(_ number: Int, _ unit: String) throws {
        let seconds = Self.sizes[unit].map { number * $0 }
        let isValid = seconds.map { number >= 1 && $0 <= 90 * 86_400 } ?? (number == 0 && unit.isEmpty)
        var settings = ServerSettings()

        try promise(ServerSetting.deletionGrace.read("\(number)\(unit)", &settings), is: isValid)
        if isValid { try promise(settings.ofDatabase.deletionGrace, is: .seconds(seconds ?? 0)) }
    }

    @Test func 零か_単位のある整数で_九十日まで() async {
        await forAll(400) { choices in
            let unit = choices.one(of: ["d", "h", "m", "s", "", "w", "D", "ms", " d"])
            let limit = 90 * 86_400 / (Self.sizes[unit] ?? 1)
            let nearby = choices.one(of: [0, 1, limit]) + choices.number(in: 0...2) - 1
            return (choices.one(of: [nearby, choices.number(in: 0...2 * limit)]), unit)
        } holds: { number, unit in
            try promiseRule(number, unit)
        }
    }

    @Test(arguments: [nil, .zero, .seconds(60)] as [Duration?])
    func 待ち行列がなければ_決められていない猶予はなくなり_一度だけ知らせる(given: Duration?) async {
        let (deletions, log) = (DeletionGrace(given), RecordedLog())
        let missing = AbsurdRunQueue("calearning", at: "the database") { _, _ in [[nil]] }
        #expect(deletions.grace == given ?? DeletionTerms.usualGrace)

        for _ in 1...2 { await expect(deletions.hasQueue(in: missing, logger: log.logger), equals: false) }

        #expect(deletions.grace == given ?? .zero)
        #expect(log.lines.count == (given == .zero ? 0 : 1), "\(log.lines)")
        let queue = InMemoryRunQueue(clock: ManualClock())
        await expect(deletions.hasQueue(in: queue, logger: log.logger), equals: true)
        #expect(deletions.grace == given ?? DeletionTerms.usualGrace)
    }

    @Test func データベースが答えなければ_前に見たままとする() async {
        let (deletions, log) = (DeletionGrace(nil), RecordedLog())
        let silent = AbsurdRunQueue("calearning", at: "the database") { _, _ throws(ErrorWrapper) in
            throw .system(error: .dataStore(.unreadable(location: "the database", content: nil)))
        }
        await expect(deletions.hasQueue(in: silent, logger: log.logger), equals: false)
        #expect(deletions.grace == DeletionTerms.usualGrace)
        _ = await deletions.hasQueue(in: InMemoryRunQueue(clock: ManualClock()), logger: log.logger)

        await expect(deletions.hasQueue(in: silent, logger: log.logger), equals: true)
        #expect(log.lines == [])
    }
}
#endif
