import Foundation
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@Suite struct ファイルのデータストア {
    private let directory = TemporaryDirectory()
    private let store: FileDataStore

    init() {
        store = FileDataStore.fixture(at: directory.path, clock: ImmediateClock())
    }

    private var location: String { directory.path + "/store.json" }

    @Test func ディレクトリは所有者だけに作られファイルも所有者だけが読める() async throws {
        let nested = FileDataStore.fixture(at: directory.path + "/a/b")

        try await nested.save(Membership.number.with("u-1"))

        try expect(directory.mode(of: "a/b"), equals: 0o700)
        try expect(directory.mode(of: "a/b/store.json"), equals: 0o600)
    }

    @Test func 知らないキーは保存しても残る() async throws {
        try directory.write(
            #"{"number":"u-1","future":{"list":[1,2.50,1e300,null,"が"],"big":18446744073709551615},"x":true}"#,
            to: "store.json")

        try await store.save(Membership.hasReadGuide.with(true))
        try await store.delete(Membership.number)

        let text = try directory.text(of: "store.json")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let future = try #require(document["future"] as? [String: Any])
        let list = try #require(future["list"] as? [Any])
        #expect(document.keys.sorted() == ["format", "future", "hasReadGuide", "x"])
        #expect(text.contains("18446744073709551615"))
        #expect(list.count == 5)
        #expect(list[1] as? Double == 2.5)
        #expect(list[2] as? Double == 1e300)
        #expect(list[3] is NSNull)
        #expect(list[4] as? String == "が")
    }

    @Test func ほかの値はJSONの構造のまま書かれる() async throws {
        let key = Key<[[Int]]>("table", example: ("stored", [[1]]))

        try await store.save(key.with([[1, -2], []]))

        let text = try directory.text(of: "store.json")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(document["table"] as? [[Int]] == [[1, -2], []])
    }

    @Test func 読めない値のどこが違うかを伝える() async throws {
        let key = Key<[[Int]]>("table", example: ("stored", [[1]]))
        let text = #"{"format":"sample.store/1","table":[[1],[2,"three"]]}"#
        try directory.write(text, to: "store.json")

        let error = await #expect(throws: ErrorWrapper.self) {
            try await store.change(key) { table in
                table = nil
                return true
            }
        }

        #expect(error?.system == .dataStore(.damaged(location: location, content: .state)))
        #expect(error?.causes.map { "\($0)" } == ["there is no Int at 'table.Index 1.Index 1'"])
        try expect(directory.text(of: "store.json"), equals: text)
    }

    @Test func JSONにならない値は書き込みに失敗し前の値が残る() async throws {
        let key = Key<Measurement>("measurement", example: ("stored", Measurement(weight: 1)))
        try await store.save(key.with(Measurement(weight: 2)))

        let errors = [
            await #expect(throws: ErrorWrapper.self) { try await store.save(key.with(Measurement(weight: .nan))) },
            await #expect(throws: ErrorWrapper.self) {
                try await store.change(key) { measurement in
                    measurement = Measurement(weight: .infinity)
                    return true
                }
            },
        ]

        for error in errors { #expect(error?.system == .dataStore(.unwritable(location: location, content: .state))) }
        try await expect(store.get(key), equals: Measurement(weight: 2))
    }

    private struct Measurement: Storable {
        let weight: Double
    }

    /// Each store opens the file separately, as in its own process.
    @Test func 別々に開いたストアから同時に変えても_どの変更も失われない() async throws {
        let visits = Key<Int>("visits", example: ("stored", 1))

        let numbers = try await inParallel(16) { [directory] _ -> Int in
            try await FileDataStore.fixture(at: directory.path).change(visits) { visits in
                let number = (visits ?? 0) + 1
                visits = number
                return number
            }
        }

        #expect(numbers.sorted() == Array(1...16))
    }

    @Test func 途中で切れたファイルはどの長さでも壊れているとされ手を加えられない() async throws {
        try await store.save(Membership.number.with("u-1"))
        try await store.save(Membership.hasReadGuide.with(true))
        let whole = Data(try directory.text(of: "store.json").utf8)

        for length in 0..<whole.count {
            try whole.prefix(length).write(to: URL(filePath: location))

            let reading = await #expect(throws: ErrorWrapper.self) { try await store.get(Membership.number) }
            let writing = await #expect(throws: ErrorWrapper.self) {
                try await store.save(Membership.number.with("u-2"))
            }

            #expect(reading?.system == .dataStore(.damaged(location: location, content: .state)), "length \(length)")
            #expect(writing?.system == .dataStore(.damaged(location: location, content: .state)), "length \(length)")
            try expect(Data(contentsOf: URL(filePath: location)), equals: whole.prefix(length))
        }

        try whole.write(to: URL(filePath: location))
        try await expect(store.get(Membership.number), equals: "u-1")
    }

    @Test(arguments: [
        "hello", "[]", "null", "42", "\"number\"", "{}", #"{"name":"another program"}"#,
        #"{"format":"sample.store/2","number":"u-1"}"#, #"{"format":1,"number":"u-1"}"#, "\u{0}\u{0}\u{0}",
        // Writing the file would lose one of two members. Swift treats both spellings of が as the same name.
        #"{"number":"u-1","x":1,"x":2}"#, #"{"number":"u-1","x":{"y":[{"z":1,"z":1}]}}"#,
        #"{"number":"u-1","number":"u-2"}"#,
        #"{"number":"u-1","x":1,"\u0078":2}"#, "{\"number\":\"u-1\",\"が\":1,\"か\u{3099}\":2}",
    ])
    func よそのファイルや失うもののあるファイルは壊れているとされ手を加えられない(text: String) async throws {
        try directory.write(text, to: "store.json")

        for error in [
            await #expect(throws: ErrorWrapper.self) { try await store.get(Membership.number, orSave: "u-1") },
            await #expect(throws: ErrorWrapper.self) {
                try await store.save(Membership.hasReadGuide.with(true))
            },
        ] {
            #expect(error?.system == .dataStore(.damaged(location: location, content: .state)))
            #expect(error?.args == ["file": location])
            #expect(error?.causes.isEmpty == false)
            #expect(error?.causes.contains { "\($0)".contains(#/DecodingError|NSCocoa/#) } == false)
        }
        try expect(directory.text(of: "store.json"), equals: text)
    }

    @Test func 文字列の中の記号はメンバと数えられない() async throws {
        try directory.write(#"{"number":"u-1","a:b\":":"c:\"d\\","e":[":",{":":":"}]}"#, to: "store.json")

        try await store.save(Membership.hasReadGuide.with(true))

        try await expect(store.get(Membership.number), equals: "u-1")
    }

    @Test(arguments: ["1", "null", "\"true\"", "[true]", "{}"])
    func 型の違う値はないのではなく壊れているとされる(value: String) async throws {
        try directory.write(#"{"hasReadGuide":\#(value)}"#, to: "store.json")

        let error = await #expect(throws: ErrorWrapper.self) {
            try await store.get(Membership.hasReadGuide)
        }

        #expect(error?.system == .dataStore(.damaged(location: location, content: .state)))
        #expect(error?.args["key"] == "hasReadGuide")
    }

    @Test func 状態ディレクトリがファイルの場合は読み込みも書き込みも失敗する() async throws {
        try directory.write("a file", to: "state")
        let store = FileDataStore.fixture(at: directory.path + "/state")
        let location = directory.path + "/state/store.json"

        let reading = await #expect(throws: ErrorWrapper.self) { try await store.get(Membership.number) }
        let writing = await #expect(throws: ErrorWrapper.self) {
            try await store.save(Membership.number.with("u-1"))
        }

        #expect(reading?.system == .dataStore(.unreadable(location: location, content: .state)))
        #expect(writing?.system == .dataStore(.unwritable(location: location, content: .state)))
        try expect(directory.text(of: "state"), equals: "a file")
    }

    /// The pauses between two tries are 1, 2, 4, 8, and then always 16 milliseconds.
    @Test func 他のプロセスがロックを離さない場合は三十秒で書き込みに失敗し読み込みはできる() async throws {
        try await store.save(Membership.number.with("u-1"))
        let descriptor = open(location + ".lock", O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let clock = ImmediateClock(timeOfDayJumps: true)
        let waiting = FileDataStore.fixture(at: directory.path, clock: clock)

        let error = await #expect(throws: ErrorWrapper.self) {
            try await waiting.save(Membership.number.with("u-2"))
        }

        #expect(error?.system == .dataStore(.unwritable(location: location, content: .state)))
        #expect(error?.hindrance == .heldLock)
        #expect(error?.causes.map { "\($0)" }.first?.contains("store.json.lock for more than 30.0 seconds") == true)
        #expect(clock.uptime == .milliseconds(15 + 1875 * 16))
        try await expect(store.get(Membership.number), equals: "u-1")
    }

    /// Otherwise the file of another user would receive and keep the content.
    @Test func 途中で終わった書き込みの一時ファイルに書かず新しく作る() async throws {
        try directory.write(#"{"number":"u-"#, to: "store.json.tmp")
        let left = open(location + ".tmp", O_RDONLY)
        defer { close(left) }

        try await store.save(Membership.number.with("u-1"))

        var status = stat()
        fstat(left, &status)
        #expect(status.st_size == 13 && status.st_nlink == 0)
        try await expect(store.get(Membership.number), equals: "u-1")
        #expect(!FileManager.default.fileExists(atPath: location + ".tmp"))
    }

    @Test(arguments: ["store.json.lock", "store.json.tmp"]) func リンクの先には何も作らない(name: String) async throws {
        symlink(directory.path + "/elsewhere", directory.path + "/" + name)

        _ = try? await store.save(Membership.number.with("u-1"))

        #expect(!FileManager.default.fileExists(atPath: directory.path + "/elsewhere"))
    }

    @Test(arguments: [mode_t(0o720), 0o702, 0o777, 0o1777]) func ほかのユーザが書けるディレクトリは読みも書きもしない(mode: mode_t) async throws {
        try directory.write(#"{"number":"planted"}"#, to: "store.json")
        chmod(directory.path, mode)

        for error in [
            await #expect(throws: ErrorWrapper.self) { try await store.get(Membership.number) },
            await #expect(throws: ErrorWrapper.self) { try await store.save(Membership.number.with("u-1")) },
        ] {
            #expect(error?.hindrance == .openToOthers)
        }
        try expect(FileManager.default.contentsOfDirectory(atPath: directory.path), equals: ["store.json"])
    }

    @Test(arguments: [mode_t(0o700), 0o755, 0o750, 0o500]) func 自分だけが書けるディレクトリは使う(mode: mode_t) async throws {
        chmod(directory.path, mode)

        try await expect(store.get(Membership.number), equals: nil)

        chmod(directory.path, 0o700)
    }

    @Test(.enabled(if: geteuid() == 0), arguments: ["", "/a", "/a/b"])
    func 別のユーザのディレクトリもその中も使わない(below: String) async throws {
        let foreign = directory.path + "/foreign"
        mkdir(foreign, 0o755)
        chown(foreign, 65534, 65534)
        let stores: [any DataStore] = [
            FileDataStore.fixture(at: foreign + below),
            UserDefaultsDataStore(
                suite: "calearning-test-" + UUID().uuidString, lockedIn: foreign + below, clock: PatientClock()),
        ]

        for store in stores {
            let error = await #expect(throws: ErrorWrapper.self) {
                try await store.save(Membership.number.with("u-1"))
            }

            #expect(error?.hindrance == .foreignOwner)
            try expect(FileManager.default.contentsOfDirectory(atPath: foreign), equals: [])
        }
    }
}
