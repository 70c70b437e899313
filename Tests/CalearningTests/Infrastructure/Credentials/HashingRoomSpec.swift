import Domain
import Infrastructure
import Testing

/// The library holds each call until it is let through, so that the others wait.
@Suite(.timeLimit(.minutes(5))) struct ハッシュの順番待ち {
    private let library = GatedCryptography()

    private func hasher(threads: Int = 1, waiting: Int = 32, niceness: Int32 = 0) -> ScryptHasher {
        ScryptHasher(
            randomSource: SeededRandomSource(), parameters: .fixture(), threads: threads, waiting: waiting,
            niceness: niceness, library: library)
    }

    /// Begins to hash the passwords one after the other, each when the one before it has its place.
    private func begin(
        _ names: [String], with hasher: ScryptHasher, threads: Int = 1
    ) async throws -> [Task<Result<PasswordHash, ErrorWrapper>, Never>] {
        var tasks: [Task<Result<PasswordHash, ErrorWrapper>, Never>] = []
        for (index, name) in names.enumerated() {
            tasks.append(Task { await hasher.result(of: name) })
            let placed = index + 1
            try await eventually("\(name) has a place") {
                library.calls.count + hasher.waitingCount == placed && library.calls.count == min(placed, threads)
            }
        }
        return tasks
    }

    @Test func 先に来た者から計算される() async throws {
        let hasher = hasher()
        let names = (0..<20).map { "password \($0)" }
        let tasks = try await begin(names, with: hasher)

        library.letThrough(names.count)
        for task in tasks { _ = try await task.boundValue.get() }

        #expect(library.calls.map(\.password) == names)
    }

    @Test func 同時に計算されるのはスレッドの数まで() async throws {
        let hasher = hasher(threads: 3)
        let tasks = try await begin((0..<8).map { "\($0)" }, with: hasher, threads: 3)

        #expect(library.calls.count == 3)
        library.letThrough(2)
        try await eventually("two more begin") { library.calls.count == 5 }
        #expect(hasher.waitingCount == 3)

        library.letThrough(6)
        for task in tasks { _ = try await task.boundValue.get() }
        #expect(hasher.waitingCount == 0)
    }

    @Test func 待つ場所がなければすぐに断られる() async throws {
        let hasher = hasher(threads: 2, waiting: 3)
        try await hasher.checkRoom()
        let tasks = try await begin((0..<5).map { "\($0)" }, with: hasher, threads: 2)
        let password = Password(normalized: "one more")

        let errors = [
            await #expect(throws: ErrorWrapper.self) { try await hasher.checkRoom() },
            await #expect(throws: ErrorWrapper.self) { try await hasher.hash(password) },
            await #expect(throws: ErrorWrapper.self) { try await hasher.compare(password, with: nil) },
        ]

        #expect(errors.map { $0?.system } == Array(repeating: .hasher(.混雑), count: 3))
        library.letThrough(6)
        for task in tasks { _ = try await task.boundValue.get() }
        try await hasher.checkRoom()
        _ = try await hasher.hash(password)
        #expect(library.calls.count == 6)
    }

    /// With no place to wait, the next one would be refused if the thread were still taken.
    @Test func 結果を受け取ったときにはもう場所が空いている() async throws {
        let hasher = hasher(waiting: 0)
        library.letThrough(200)

        for _ in 0..<200 { _ = try await hasher.hash(Password(normalized: "password")) }

        #expect(library.calls.count == 200)
    }

    @Test func 取り消された者は待つのをやめ_場所を空ける() async throws {
        let hasher = hasher(waiting: 2)
        let tasks = try await begin(["first", "cancelled", "last"], with: hasher)

        tasks[1].cancel()
        let cancelled = await tasks[1].value
        try await hasher.checkRoom()
        library.letThrough(3)

        #expect(throws: ErrorWrapper.self) { try cancelled.get() }
        if case .failure(let error) = cancelled { #expect(error.system == .task(.中断)) }
        for task in [tasks[0], tasks[2]] { _ = try await task.boundValue.get() }
        #expect(library.calls.map(\.password) == ["first", "last"])
    }

    @Test func すでに取り消されていれば並ばない() async throws {
        let hasher = hasher()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await hasher.result(of: "password")
        }

        let result = await task.value

        if case .failure(let error) = result { #expect(error.system == .task(.中断)) } else { Issue.record("\(result)") }
        #expect(library.calls.isEmpty)
    }

    @Test func 並ぶのと取り消すのが同時でも_必ず終わる() async throws {
        let hasher = hasher(waiting: 1)
        let tasks = try await begin(["first"], with: hasher)

        for round in 0..<5000 {
            let task = Task { await hasher.result(of: "\(round)") }
            // So that the task is cancelled at different points of its way to the line.
            for _ in 0..<(round % 100) { _ = hasher.waitingCount }
            task.cancel()
            _ = await task.value
        }

        #expect(hasher.waitingCount == 0)
        library.letThrough(1)
        for task in tasks { _ = try await task.boundValue.get() }
        #expect(library.calls.map(\.password) == ["first"])
    }

    @Test(.enabled(if: isLinux), arguments: [0, 10, 19] as [Int32])
    func 計算するスレッドは言われただけ道を譲る(niceness: Int32) async throws {
        let hasher = hasher(niceness: niceness)
        library.letThrough(1)

        _ = try await hasher.hash(Password(normalized: "password"))

        #expect(library.calls.map(\.priority) == [max(niceness, threadPriority())])
    }
}

extension ScryptHasher {
    fileprivate func result(of password: String) async -> Result<PasswordHash, ErrorWrapper> {
        do throws(ErrorWrapper) {
            return .success(try await hash(Password(normalized: password)))
        } catch {
            return .failure(error)
        }
    }
}
