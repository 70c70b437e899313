public import Testing
public import UsecasesEngine

/// The requirements of every adapter of the data store. They serve as the arguments of a test:
///
/// ```swift
/// @Test(arguments: DataStoreContract.allCases)
/// func `The store of the shop keeps every promise`(promise: DataStoreContract) async throws {
///     try await promise.check { body in try await body(ShopStore()) }
/// }
/// ```
public enum DataStoreContract: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case nothingAtFirst = "an empty store has nothing, and deleting from it changes nothing"
    case saved = "what is saved is found as it was"
    case replaced = "a value replaces the one before, and no other"
    case savedOnce = "a value is saved where there is none, and only there"
    case deleted = "only what is deleted is gone"
    case deletedIfStored = "a value is deleted if it is stored, and another value stays"
    case anyValue = "any value is found as it was, secrets included, and can be changed and deleted"
    case otherType = "a value of another type is damaged, and cannot be changed"
    case anyHistory = "after any history there is what a dictionary would have"
    case deletedMeanwhile = "deleting one value leaves another one that is saved meanwhile"
    case changedInTurn = "no change is lost, and each sees the value of the change before"
    case savedByMany = "of many values that are saved where there is none, one is kept"

    /// The requirement as a sentence.
    public var testDescription: String { rawValue }

    /// Checks the requirement with new, empty stores. For each store, `withStore` creates it, passes it to `body`, and
    /// then removes it.
    ///
    /// `keys` are the keys of the application. Their examples are stored, too. `tries` is the number of random cases.
    /// Rethrows an error that the store throws unexpectedly.
    public func check(
        keys: [any DeclaredKey] = [], tries: Int = 20, sourceLocation: SourceLocation = #_sourceLocation,
        withStore: (_ body: (any DataStore) async throws -> Void) async throws -> Void
    ) async throws {
        let all = StoredKeys.all + keys
        func example(_ check: @escaping (Example) async throws -> Void) async throws {
            try await withStore { try await check(Example(store: $0, keys: all, place: sourceLocation)) }
        }
        switch self {
        case .nothingAtFirst: try await example { try await $0.findNothing() }
        case .saved: try await example { try await $0.save() }
        case .replaced: try await example { try await $0.replace() }
        case .savedOnce: try await example { try await $0.saveOnce() }
        case .deleted: try await example { try await $0.delete() }
        case .deletedIfStored: try await example { try await $0.deleteIfStored() }
        case .otherType: try await example { try await $0.readOtherType() }
        case .deletedMeanwhile: try await example { try await $0.deleteMeanwhile() }
        case .changedInTurn: try await example { try await $0.changeInTurn() }
        case .savedByMany: try await example { try await $0.saveByMany() }
        case .anyValue:
            await forAll(tries, sourceLocation: sourceLocation) {
                $0.list(1...3, of: Diary.random)
            } holds: { diaries in
                try await withStore { try await Self.keep(diaries, in: $0) }
            }
        case .anyHistory:
            await forAll(tries, sourceLocation: sourceLocation) {
                $0.list(0...24) { Step.random(&$0, all) }
            } holds: { steps in
                try await withStore { try await Self.follow(steps, all, in: $0) }
            }
        }
    }
}

/// The keys that the contract uses.
private enum StoredKeys {
    static let flag = Key<Bool>("contract.flag", example: ("stored", true))
    static let text = Key<String>("contract.text", example: ("stored", "a"))
    static let number = Key<Int>("contract.number", example: ("stored", 1))
    static let page = Key<Page>("contract.page", example: ("stored", .second))
    static let token = Key<Token>("contract.token", example: ("stored", Token("t-1")))
    static let diary = Key<Diary>("contract.diary", example: ("empty", Diary(entries: [], owner: Token("t-1"))))
    /// A key with the name of `diary` and a different type.
    static let numbers = Key<[Int]>(diary.name, example: ("stored", [1]))

    static let all: [any DeclaredKey] = [flag, text, number, page, token, diary]
}

/// A value whose stored form is a different type.
private enum Page: Int, CaseIterable, Storable {
    case first = 1
    case second

    var stored: String { "\(rawValue)" }

    init?(stored: String) {
        guard let page = Int(stored).flatMap(Page.init) else { return nil }
        self = page
    }
}

/// A value that is stored with the default implementation.
private struct Diary: Storable {
    struct Entry: Sendable, Hashable, Codable {
        let stars: Int
        let weight: Double
        let note: String?
        let isPrivate: Bool
    }

    var entries: [Entry]
    let owner: Token

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
        return Diary(entries: entries, owner: Token(choices.text(1...40, of: "ak09-\"\\")))
    }
}

// MARK: - Examples

extension DataStoreContract {
    /// One example with one store.
    fileprivate struct Example {
        let store: any DataStore
        let keys: [any DeclaredKey]
        /// The source location of the recorded issues.
        let place: SourceLocation

        private func expect<Value: Equatable>(_ actual: Value, equals expected: Value) {
            #expect(actual == expected, sourceLocation: place)
        }

        private func expect(contents: KeyValue...) async throws {
            expect(try await store.contents(under: keys), equals: Set(contents))
        }

        func findNothing() async throws {
            try await expect()
            for key in keys {
                try await store.delete(key)
                try await store.delete(key.example)
            }
            try await expect()
        }

        func save() async throws {
            for flag in [true, false] {
                try await store.save(StoredKeys.flag.with(flag))
                expect(try await store.get(StoredKeys.flag), equals: flag)
            }
            for text in ["u-1", "", "日本語が\n\"'\\ \u{1F468}\u{200D}\u{1F469}", "true"] {
                try await store.save(StoredKeys.text.with(text))
                expect(try await store.get(StoredKeys.text), equals: text)
            }
            for key in keys { try await store.save(key.example) }
            expect(try await store.contents(under: keys), equals: Set(keys.map(\.example)))
        }

        func replace() async throws {
            try await store.save(StoredKeys.flag.with(true))
            try await store.save(StoredKeys.text.with("one"))
            try await store.save(StoredKeys.text.with("two"))
            try await expect(contents: StoredKeys.flag.with(true), StoredKeys.text.with("two"))
        }

        func saveOnce() async throws {
            expect(try await store.get(StoredKeys.text, orSave: "one"), equals: "one")
            expect(try await store.get(StoredKeys.text, orSave: "two"), equals: "one")
            try await expect(contents: StoredKeys.text.with("one"))
        }

        func delete() async throws {
            try await store.save(StoredKeys.flag.with(true))
            try await store.save(StoredKeys.text.with("one"))
            try await store.delete(StoredKeys.text)
            try await expect(contents: StoredKeys.flag.with(true))
        }

        func deleteIfStored() async throws {
            let others = [
                StoredKeys.token.with(Token("t-2")), StoredKeys.flag.with(false), StoredKeys.text.with("one"),
            ]
            for value in others { try await store.save(value) }
            try await store.delete(StoredKeys.token.with(Token("t-1")))
            try await store.delete(StoredKeys.flag.with(true))
            try await store.delete(StoredKeys.text.with("one "))
            try await store.delete(StoredKeys.text.with(""))
            expect(try await store.contents(under: keys), equals: Set(others))

            try await store.delete(StoredKeys.token.with(Token("t-2")))
            try await expect(contents: others[1], others[2])
        }

        func readOtherType() async throws {
            try await store.save(StoredKeys.numbers.with([1, 2]))
            let errors = [
                await #expect(throws: ErrorWrapper.self, sourceLocation: place) {
                    try await store.get(StoredKeys.diary)
                },
                await #expect(throws: ErrorWrapper.self, sourceLocation: place) {
                    try await store.change(StoredKeys.diary) { diary in
                        diary = nil
                        return true
                    }
                },
            ]
            for error in errors {
                expect(error?.name, equals: "内容が壊れています")
                expect(error?.args["key"], equals: StoredKeys.diary.name)
            }
            expect(try await store.get(StoredKeys.numbers), equals: [1, 2])
        }

        func deleteMeanwhile() async throws {
            try await store.save(StoredKeys.text.with("one"))
            try await withThrowingTaskGroup { group in
                for number in 0..<32 {
                    group.addTask { [store] in
                        if number == 16 { return try await store.save(StoredKeys.text.with("two")) }
                        try await store.delete(StoredKeys.text.with("one"))
                    }
                }
                try await group.waitForAll()
            }
            try await expect(contents: StoredKeys.text.with("two"))
        }

        func changeInTurn() async throws {
            let seen = try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<32 {
                    group.addTask { [store] in
                        try await store.change(StoredKeys.number) { number in
                            let seen = number
                            number = (number ?? 0) + 1
                            return seen
                        }
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            expect(seen, equals: Set([nil] + (1...31).map { $0 }))
            try await expect(contents: StoredKeys.number.with(32))
        }

        func saveByMany() async throws {
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<32 {
                    group.addTask { [store] in try await store.get(StoredKeys.text, orSave: "\(number)") }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            expect(texts.count, equals: 1)
            expect(try await store.get(StoredKeys.text), equals: texts.first)
        }
    }
}

// MARK: - Random cases

extension DataStoreContract {
    private static func keep(_ diaries: [Diary], in store: any DataStore) async throws {
        for diary in diaries {
            try await store.save(StoredKeys.diary.with(diary))
            try promise(try await store.get(StoredKeys.diary), is: diary)
            let found = try await store.change(StoredKeys.diary) { stored in
                let found = stored
                stored?.entries.removeAll()
                return found
            }
            try promise(found, is: diary)
            let emptied = Diary(entries: [], owner: diary.owner)
            try promise(try await store.get(StoredKeys.diary), is: emptied)
            try await store.delete(StoredKeys.diary.with(emptied))
            try promise(try await store.get(StoredKeys.diary), is: nil)
        }
    }

    private enum Step: Sendable {
        case save(KeyValue), exchange(KeyValue, forName: String), delete(KeyValue), forget(name: String)
        case saveOnce(String), saveFlagOnce(Bool), change(to: String?), look

        static func random(_ choices: inout RandomChoices, _ keys: [any DeclaredKey]) -> Step {
            let text = choices.one(of: ["", "u-1", "u-2", "true", "日本語\n\"\\"])
            let value = choices.one(of: [
                StoredKeys.text.with(text), StoredKeys.flag.with(choices.isTrue()),
                StoredKeys.page.with(choices.one(of: Page.allCases)),
                StoredKeys.token.with(Token("t-\(choices.number(in: 1...2))")), choices.one(of: keys).example,
            ])
            let others = keys.map(\.name).filter { $0 != value.name }
            return choices.one(of: [
                .save(value), .save(value), .exchange(value, forName: choices.one(of: others)), .delete(value),
                .forget(name: value.name), .saveOnce(text), .saveFlagOnce(choices.isTrue()),
                .change(to: choices.isTrue() ? text : nil), .look,
            ])
        }
    }

    /// Applies the steps to the store and to a dictionary. Throws ``BrokenPromise`` if their contents differ.
    private static func follow(_ steps: [Step], _ keys: [any DeclaredKey], in store: any DataStore) async throws {
        var values: [String: KeyValue] = [:]
        for step in steps {
            switch step {
            case .save(let value):
                try await store.save(value)
                values[value.name] = value
            case .exchange(let value, let name):
                for key in keys where key.name == name { try await store.save(value, deleting: key) }
                values[value.name] = value
                values[name] = nil
            case .delete(let value):
                try await store.delete(value)
                if values[value.name] == value { values[value.name] = nil }
            case .forget(let name):
                for key in keys where key.name == name { try await store.delete(key) }
                values[name] = nil
            case .saveOnce(let text):
                let value = values[StoredKeys.text.name] ?? StoredKeys.text.with(text)
                values[value.name] = value
                try promise(try await store.get(StoredKeys.text, orSave: text), is: promised(value.value as? String))
            case .saveFlagOnce(let flag):
                let value = values[StoredKeys.flag.name] ?? StoredKeys.flag.with(flag)
                values[value.name] = value
                try promise(try await store.get(StoredKeys.flag, orSave: flag), is: promised(value.value as? Bool))
            case .change(let text):
                let before = values[StoredKeys.text.name]?.value as? String
                values[StoredKeys.text.name] = text.map(StoredKeys.text.with)
                let found = try await store.change(StoredKeys.text) { stored in
                    let found = stored
                    stored = text
                    return found
                }
                try promise(found, is: before)
            case .look: break
            }
            try promise(try await store.contents(under: keys), is: Set(values.values))
        }
    }
}

extension DataStore {
    fileprivate func contents(under keys: [any DeclaredKey]) async throws -> Set<KeyValue> {
        var contents: Set<KeyValue> = []
        for key in keys {
            if let value = try await key.stored(in: self) { contents.insert(value) }
        }
        return contents
    }
}
