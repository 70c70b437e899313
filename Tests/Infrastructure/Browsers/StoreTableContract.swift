import CalearningInfrastructure
import Foundation
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

#if Server
extension StoreTableAdapter {
    fileprivate static var inDatabases: [StoreTableAdapter] {
        DatabaseKind.allCases.map { kind in
            StoreTableAdapter(testDescription: "\(kind)") { body in
                try await DatabasePlace(kind).withDatabase { try await body($0.browsers) }
            }
        }
    }
}
#endif

extension StoreTableAdapter {
    #if Server
    fileprivate static let all = local + inDatabases
    #else
    fileprivate static let all = local
    #endif
}

@Suite(.timeLimit(.minutes(5))) struct ブラウザの表の契約 {
    #if Server
    @Test(arguments: DataStoreContract.allCases, StoreTableAdapter.inDatabases)
    func ブラウザの行の保存先はデータベースでもどの約束も守る(promise: DataStoreContract, adapter: StoreTableAdapter) async throws {
        let clock = ManualClock()
        try await promise.check(tries: 5) { body in
            try await adapter.withTable { table in
                let row = StoreRow.fixture()
                try await table.add(row)
                try await body(
                    RowDataStore(
                        row, in: table, identity: ["user"], writing: .early, clock: clock,
                        randomSource: SeededRandomSource.unpredictable()))
            }
        }
    }
    #endif

    @Test(arguments: StoreTableAdapter.all)
    func 同時の置き換えは一つだけが成り立つ(adapter: StoreTableAdapter) async throws {
        try await adapter.withTable { table in
            try await table.add(.fixture(stamp: 0))

            let outcomes = try await inParallel(20) { number in
                try await table.replace(0, by: .fixture(stamp: Int64(number + 1), content: "\(number)"))
            }

            #expect(outcomes.count { $0 } == 1)
            let winner = try #require(outcomes.firstIndex(of: true))
            try await expect(
                table.row(.fixture()), equals: .fixture(stamp: Int64(winner + 1), content: "\(winner)"))
        }
    }

    @Test(arguments: StoreTableAdapter.all)
    func どの文字も_上限の大きさでも_そのまま読める(adapter: StoreTableAdapter) async throws {
        try await adapter.withTable { table in
            try await table.add(.fixture(content: .largest))
            try await expect(table.row(.fixture())?.content == .largest, equals: true)

            await forAll(50) { choices in
                choices.text(0...200)
            } holds: { text in
                let content = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self)
                let stamp = try #require(try await table.row(.fixture())).stamp
                try await promise(table.replace(stamp, by: .fixture(stamp: stamp + 1, content: content)), is: true)
                // Strings that are equal as texts can differ in their scalars.
                let found = try await table.row(.fixture())?.content
                try promise(found.map { Array($0.utf8) }, is: Array(content.utf8))
            }
        }
    }

    @Test(arguments: StoreTableAdapter.all)
    func 掃除は使われていない行だけを_長く使われていないものから_限りの数まで取り除く(adapter: StoreTableAdapter) async throws {
        let now = Timestamp.example
        try await adapter.withTable { table in
            for number in 1...7 as ClosedRange<UInt64> {
                try await table.add(.fixture(number, used: now + -Int64((number * 3) % 8)))
            }
            let kept = [StoreRow.fixture(8, used: now), .fixture(9, used: now + 1)]
            for row in kept { try await table.add(row) }

            for left in [[1, 3, 4, 6], [3], [], []] as [[UInt64]] {
                let before = try await table.count()
                try await expect(
                    table.sweep(unusedSince: now, limit: 3), equals: before - left.count - kept.count)
                for number in 1...7 as ClosedRange<UInt64> {
                    try await expect(table.row(.fixture(number)) != nil, equals: left.contains(number), "\(number)")
                }
            }
            for row in kept { try await expect(table.row(row.id), equals: row) }
            try await expect(table.count(), equals: 2)
        }
    }

    /// Few rows, cookies and stamps, so a row often meets another one with its cookie or another stamp.
    @Test(arguments: StoreTableAdapter.all)
    func どの経過でも_辞書と同じ行がある(adapter: StoreTableAdapter) async throws {
        await forAll(20) { choices in
            choices.list(1...40) { choices in
                let row = StoreRow.fixture(
                    choices.number(in: 1...3), cookie: choices.number(in: 1...5),
                    former: choices.isTrue() ? choices.number(in: 1...5) : nil,
                    stamp: choices.one(of: [1, 2, 3, .min, .max]),
                    used: .example + choices.number(in: 1...3))
                let step = choices.number(in: 0...9)
                return step < 4 ? .add(row) : step < 9 ? .replace(choices.number(in: 1...3), row) : .sweep(row.used)
            }
        } holds: { (steps: [StoreTableModel.Step]) in
            try await adapter.withTable { table in
                var model = StoreTableModel()
                for step in steps { try await model.take(step, in: table) }
            }
        }
    }
}

private struct StoreTableModel {
    enum Step {
        case add(StoreRow)
        case replace(Int64, StoreRow)
        case sweep(Timestamp)
    }

    private var rows: [UUIDv7: StoreRow] = [:]

    /// Takes the step in the model and in the table, and compares them.
    mutating func take(_ step: Step, in table: any StoreTable) async throws {
        switch step {
        case .add(let row):
            let isRefused = rows[row.id] == nil && hasCookie(of: row)
            let isDone: Void? = try? await table.add(row)
            try promise(isDone == nil, is: isRefused)
            if rows[row.id] == nil, !isRefused { rows[row.id] = row }
        case .replace(let stamp, let row):
            let hasStamp = rows[row.id]?.stamp == stamp
            let isReplaced = try? await table.replace(stamp, by: row)
            try promise(isReplaced, is: hasStamp && hasCookie(of: row) ? nil : hasStamp)
            if isReplaced == true { rows[row.id] = row }
        case .sweep(let time):
            let old = rows.values.filter { $0.used < time }
            try await promise(table.sweep(unusedSince: time, limit: 100), is: old.count)
            for row in old { rows[row.id] = nil }
        }
        try await compare(with: table)
    }

    private func compare(with table: any StoreTable) async throws {
        try await promise(table.count(), is: rows.count)
        for number in 1...3 as ClosedRange<UInt64> {
            try await promise(table.row(.fixture(number)), is: rows[.fixture(number)])
        }
        for number in 1...5 as ClosedRange<UInt8> {
            let found = try await table.row(under: .cookie(number))
            let current = rows.values.filter { $0.cookie == .cookie(number) }
            let former = rows.values.filter { $0.former == .cookie(number) }
            let expected = current.isEmpty ? former : current
            try promise(found.map(expected.contains) ?? expected.isEmpty, "the row under \(number) is \(found as Any)")
        }
    }

    private func hasCookie(of row: StoreRow) -> Bool {
        rows.values.contains { $0.id != row.id && $0.cookie == row.cookie }
    }
}

extension String {
    /// A content of the maximum size, 262,144 bytes in UTF-8.
    static var largest: String { String(repeating: "あ", count: 87_381) + "a" }
}
