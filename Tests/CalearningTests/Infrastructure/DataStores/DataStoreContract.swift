import CalearningDomain
import Foundation
import Testing
import Usecases
import UsecasesStorage
import UsecasesSystem
import UsecasesTesting

/// Each adapter of the port, created anew for each test.
enum DataStoreAdapter: CaseIterable, Sendable {
    case inMemory, file, userDefaults

    func withStore(_ body: (any DataStore) async throws -> Void) async throws {
        switch self {
        case .inMemory:
            try await body(InMemoryDataStore())
        case .file:
            let directory = try TemporaryDirectory()
            try await body(
                FileDataStore.fixture(at: directory.path)
            )
        case .userDefaults:
            let suite = "calearning-test-" + UUID().uuidString
            let directory = try TemporaryDirectory()
            try await body(UserDefaultsDataStore(suite: suite, lockedIn: directory.path, clock: PatientClock()))
            UserDefaults().removePersistentDomain(forName: suite)
        }
    }
}

/// A value that needs no code of its own to be stored.
private struct Diary: Storable {
    struct Entry: Sendable, Hashable, Codable {
        let stars: Int
        let weight: Double
        let note: String?
        let isPrivate: Bool
    }

    var entries: [Entry]
    let owner: InstallationKey

    static let key = Key<Diary>(
        "diary", example: ("empty", Diary(entries: [], owner: .example)))

    static func random(_ choices: inout RandomChoices) -> Diary {
        let entries = choices.list(0...4) { choices in
            let pattern = choices.number(in: UInt64(0)...(.max))
            let weight = Double(bitPattern: pattern)
            let number = choices.number(near: Int(0), Int.max, Int.min, within: 1000)
            let note = choices.isTrue() ? choices.text(0...8) : nil
            return Entry(
                stars: number, weight: weight.isFinite ? weight : Double(number), note: note,
                isPrivate: choices.isTrue())
        }
        return Diary(entries: entries, owner: InstallationKey(fixture: choices.text(1...40, of: "ak09-\"\\")))
    }
}

/// How often something happened.
private let visits = Key<Int>("visits", example: ("stored", 1))

@Suite struct データストアの契約 {
    @Suite struct JSONになる値 {
        @Test(arguments: DataStoreAdapter.allCases)
        func 秘密も含めてそのまま取り出せ_同じ値として変えられ削除できる(adapter: DataStoreAdapter) async {
            await forAll(adapter == .inMemory ? 100 : 20) { choices in
                choices.list(1...3, of: Diary.random)
            } holds: { diaries in
                try await adapter.withStore { store in
                    for diary in diaries {
                        try await store.save(Diary.key.with(diary))
                        try promise(try await store.get(Diary.key), is: diary)
                        let found = try await store.change(Diary.key) { stored in
                            let found = stored
                            stored?.entries.removeAll()
                            return found
                        }
                        try promise(found, is: diary)
                        let emptied = Diary(entries: [], owner: diary.owner)
                        try promise(try await store.get(Diary.key), is: emptied)
                        try await store.delete(Diary.key.with(emptied))
                        try promise(try await store.get(Diary.key), is: nil)
                    }
                }
            }
        }

        @Test(arguments: DataStoreAdapter.allCases)
        func 型の違う値は壊れているとされ_変えられない(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                let other = Key<[Int]>("diary", example: ("stored", [1]))
                try await store.save(other.with([1, 2]))

                let errors = [
                    await #expect(throws: ErrorWrapper.self) { try await store.get(Diary.key) },
                    await #expect(throws: ErrorWrapper.self) {
                        try await store.change(Diary.key) { diary in
                            diary = nil
                            return true
                        }
                    },
                ]

                for error in errors {
                    #expect(error?.name == "内容が壊れています")
                    #expect(error?.args["key"] == "diary")
                }
                try await expect(store.get(other), equals: [1, 2])
            }
        }
    }

    @Suite struct 何も保存されていない場合 {
        @Test(arguments: DataStoreAdapter.allCases)
        func 取り出すとnil(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                let completed = try await store.get(DeviceMemory.keys.hasCompletedTutorial)
                let udid = try await store.get(DeviceMemory.keys.udid)

                #expect(completed == nil)
                #expect(udid == nil)
            }
        }

        @Test(arguments: DataStoreAdapter.allCases)
        func 削除しても何も起きない(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                try await store.delete(DeviceMemory.keys.udid)

                try await expect(store.get(DeviceMemory.keys.udid), equals: nil)
            }
        }

        @Test(arguments: DataStoreAdapter.allCases)
        func 値を指定して削除しても何も起きない(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                try await store.delete(DeviceMemory.keys.udid.with("u-1"))

                try await expect(store.contents, equals: StoredContents())
            }
        }

        @Test(arguments: DataStoreAdapter.allCases)
        func なければ保存すると渡した値が保存される(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                let stored = try await store.get(DeviceMemory.keys.udid, orSave: "u-1")

                #expect(stored == "u-1")
                try await expect(store.get(DeviceMemory.keys.udid), equals: "u-1")
            }
        }
    }

    @Suite struct 値が保存されている場合 {
        @Test(arguments: DataStoreAdapter.allCases, [true, false])
        func 真偽値はそのまま取り出せる(adapter: DataStoreAdapter, value: Bool) async throws {
            try await adapter.withStore { store in
                try await store.save(DeviceMemory.keys.hasCompletedTutorial.with(value))

                try await expect(store.get(DeviceMemory.keys.hasCompletedTutorial), equals: value)
            }
        }

        @Test(arguments: DataStoreAdapter.allCases, ["u-1", "", "日本語が\n\"'\\ \u{1F468}\u{200D}\u{1F469}", "true"])
        func 文字列はそのまま取り出せる(adapter: DataStoreAdapter, value: String) async throws {
            try await adapter.withStore { store in
                try await store.save(DeviceMemory.keys.udid.with(value))

                try await expect(store.get(DeviceMemory.keys.udid), equals: value)
            }
        }

        @Test(arguments: DataStoreAdapter.allCases)
        func なければ保存しても元の値が残る(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                try await store.save(DeviceMemory.keys.udid.with("u-1"))

                let stored = try await store.get(DeviceMemory.keys.udid, orSave: "u-2")

                #expect(stored == "u-1")
                try await expect(store.get(DeviceMemory.keys.udid), equals: "u-1")
            }
        }

        @Test(arguments: DataStoreAdapter.allCases)
        func 上書きすると新しい値になり他の値は残る(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                try await store.save(DeviceMemory.keys.hasCompletedTutorial.with(true))
                try await store.save(DeviceMemory.keys.udid.with("u-1"))

                try await store.save(DeviceMemory.keys.udid.with("u-2"))

                try await expect(store.get(DeviceMemory.keys.udid), equals: "u-2")
                try await expect(store.get(DeviceMemory.keys.hasCompletedTutorial), equals: true)
            }
        }

        @Test(arguments: DataStoreAdapter.allCases)
        func 削除するとその値だけがなくなる(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                try await store.save(DeviceMemory.keys.hasCompletedTutorial.with(true))
                try await store.save(DeviceMemory.keys.udid.with("u-1"))

                try await store.delete(DeviceMemory.keys.udid)

                try await expect(store.get(DeviceMemory.keys.udid), equals: nil)
                try await expect(store.get(DeviceMemory.keys.hasCompletedTutorial), equals: true)
            }
        }
    }

    @Suite struct 値を指定して削除する場合 {
        @Test(arguments: DataStoreAdapter.allCases)
        func その値が保存されていれば_それだけがなくなる(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                try await store.save(DeviceMemory.keys.hasCompletedTutorial.with(true))
                try await store.save(DeviceMemory.keys.session.with(.example))

                try await store.delete(DeviceMemory.keys.session.with(.example))

                try await expect(
                    store.contents, equals: StoredContents(DeviceMemory.keys.hasCompletedTutorial.with(true)))
            }
        }

        @Test(arguments: DataStoreAdapter.allCases)
        func 別の値が保存されていれば残る(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                let rest = [
                    DeviceMemory.keys.session.with(.fixture()), DeviceMemory.keys.hasCompletedTutorial.with(false),
                    DeviceMemory.keys.udid.with("u-1"),
                ]
                for keyValue in rest { try await store.save(keyValue) }

                try await store.delete(DeviceMemory.keys.session.with(.example))
                try await store.delete(DeviceMemory.keys.hasCompletedTutorial.with(true))
                try await store.delete(DeviceMemory.keys.udid.with("u-1 "))
                try await store.delete(DeviceMemory.keys.udid.with(""))

                try await expect(store.contents, equals: StoredContents(rest))
            }
        }
    }

    private enum Step: Sendable {
        case save(KeyValue), exchange(KeyValue, forName: String), delete(KeyValue), forget(name: String), orSave(
            String), orComplete(Bool)
        case change(to: String?), look

        static func random(_ choices: inout RandomChoices) -> Step {
            let text = choices.one(of: ["", "u-1", "u-2", "true", "日本語\n\"\\"])
            let value = choices.one(of: [
                DeviceMemory.keys.udid.with(text), DeviceMemory.keys.hasCompletedTutorial.with(choices.isTrue()),
                DeviceMemory.keys.tutorialPage.with(choices.one(of: TutorialPage.allCases)),
                DeviceMemory.keys.session.with(.fixture(choices.number(in: 1...2))),
            ])
            let others = DeviceMemory.keys.all.map(\.name).filter { $0 != value.name }
            return choices.one(of: [
                .save(value), .save(value), .exchange(value, forName: choices.one(of: others)), .delete(value),
                .forget(name: value.name), .orSave(text),
                .orComplete(choices.isTrue()), .change(to: choices.isTrue() ? text : nil), .look,
            ])
        }
    }

    /// Against a dictionary.
    @Test(arguments: DataStoreAdapter.allCases)
    func でたらめな履歴のどこでも_辞書と同じものが保存されている(adapter: DataStoreAdapter) async {
        let keys = DeviceMemory.keys
        await forAll(adapter == .inMemory ? 300 : 15) {
            $0.list(0...24, of: Step.random)
        } holds: { steps in
            try await adapter.withStore { store in
                var values: [String: KeyValue] = [:]
                for step in steps {
                    switch step {
                    case .save(let value):
                        try await store.save(value)
                        values[value.name] = value
                    case .exchange(let value, let name):
                        for key in keys.all where key.name == name { try await store.save(value, deleting: key) }
                        values[value.name] = value
                        values[name] = nil
                    case .delete(let value):
                        try await store.delete(value)
                        if values[value.name] == value { values[value.name] = nil }
                    case .forget(let name):
                        for key in keys.all where key.name == name { try await store.delete(key) }
                        values[name] = nil
                    case .orSave(let text):
                        let value = values[keys.udid.name] ?? keys.udid.with(text)
                        values[keys.udid.name] = value
                        try promise(try await store.get(keys.udid, orSave: text), is: promised(value.value as? String))
                    case .orComplete(let isComplete):
                        let value = values[keys.hasCompletedTutorial.name] ?? keys.hasCompletedTutorial.with(isComplete)
                        values[keys.hasCompletedTutorial.name] = value
                        let stored = try await store.get(keys.hasCompletedTutorial, orSave: isComplete)
                        try promise(stored, is: promised(value.value as? Bool))
                    case .change(let text):
                        let before = values[keys.udid.name]?.value as? String
                        values[keys.udid.name] = text.map(keys.udid.with)
                        let found = try await store.change(keys.udid) { stored in
                            let found = stored
                            stored = text
                            return found
                        }
                        try promise(found, is: before)
                    case .look: break
                    }
                    let contents = try await store.contents
                    try promise(contents == StoredContents(Array(values.values)), "it has what was saved")
                }
            }
        }
    }

    @Suite struct 同時に使われる場合 {
        @Test(arguments: DataStoreAdapter.allCases)
        func 値を指定した削除は_その間に保存された別の値を消さない(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                try await store.save(DeviceMemory.keys.udid.with("u-0"))

                try await withThrowingTaskGroup { group in
                    for number in 0..<32 {
                        group.addTask {
                            if number == 16 { return try await store.save(DeviceMemory.keys.udid.with("u-1")) }
                            try await store.delete(DeviceMemory.keys.udid.with("u-0"))
                        }
                    }
                    try await group.waitForAll()
                }

                try await expect(store.get(DeviceMemory.keys.udid), equals: "u-1")
            }
        }

        @Test(arguments: DataStoreAdapter.allCases)
        func どの変更も失われず_それぞれ前の変更のあとの値を見る(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                let seen = try await withThrowingTaskGroup(of: Int?.self) { group in
                    for _ in 0..<32 {
                        group.addTask {
                            try await store.change(visits) { visits in
                                let seen = visits
                                visits = (visits ?? 0) + 1
                                return seen
                            }
                        }
                    }
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }

                #expect(seen == Set([nil] + (1...31).map { $0 }))
                try await expect(store.get(visits), equals: 32)
            }
        }

        @Test(arguments: DataStoreAdapter.allCases)
        func なければ保存はただ一つの値に決まる(adapter: DataStoreAdapter) async throws {
            try await adapter.withStore { store in
                let values = try await withThrowingTaskGroup(of: String.self) { group in
                    for number in 0..<32 {
                        group.addTask { try await store.get(DeviceMemory.keys.udid, orSave: "u-\(number)") }
                    }
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }

                #expect(values.count == 1)
                try await expect(store.get(DeviceMemory.keys.udid), equals: values.first)
            }
        }
    }
}
