import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// The library holds each call until the spec releases it.
@Suite(.timeLimit(.minutes(5))) struct ハッシュの場所 {
    private let library = GatedCryptography()

    private func hasher(threads: Int = 1, niceness: Int32 = 0) -> ScryptHasher {
        ScryptHasher(
            randomSource: SeededRandomSource(), parameters: .fixture(), threads: threads, niceness: niceness,
            library: library)
    }

    @Test(arguments: 1...4) func スレッドの数まで同時に計算され_その次はすぐに断られる(threads: Int) async throws {
        let hasher = hasher(threads: threads)
        let tasks = (0..<threads).map { number in Task { try await hasher.hash(Password(normalized: "\(number)")) } }
        try await eventually("all are hashed") { library.calls.count == threads }
        let password = Password(normalized: "one more")

        let errors = [
            await #expect(throws: ErrorWrapper.self) { try await hasher.hash(password) },
            await #expect(throws: ErrorWrapper.self) { try await hasher.compare(password, with: nil) },
        ]

        #expect(errors.map { $0?.system } == Array(repeating: .混雑, count: 2))
        library.letThrough(threads + 1)
        for task in tasks { _ = try await task.value }
        _ = try await hasher.hash(password)
        #expect(library.calls.count == threads + 1)
    }

    /// The next call would be refused if the thread were still in use.
    @Test func 結果を受け取ったときにはもう場所が空いている() async throws {
        let hasher = hasher()
        library.letThrough(200)

        for _ in 0..<200 { _ = try await hasher.hash(Password(normalized: "password")) }

        #expect(library.calls.count == 200)
    }

    /// Work that has begun occupies its thread until it is done.
    @Test func 取り消されても_終わるまで場所は空かない() async throws {
        let hasher = hasher()
        let task = Task { try await hasher.hash(Password(normalized: "cancelled")) }
        try await eventually("it is hashed") { library.calls.count == 1 }
        task.cancel()

        let error = await #expect(throws: ErrorWrapper.self) { try await hasher.hash(Password(normalized: "next")) }

        #expect(error?.system == .混雑)
        library.letThrough(2)
        _ = try await task.value
        _ = try await hasher.hash(Password(normalized: "next"))
    }

    @Test(.enabled(if: isLinux), arguments: [0, 10, 19] as [Int32])
    func 計算するスレッドは言われただけ道を譲る(niceness: Int32) async throws {
        let hasher = hasher(niceness: niceness)
        library.letThrough(1)

        _ = try await hasher.hash(Password(normalized: "password"))

        #expect(library.calls.map(\.priority) == [max(niceness, threadPriority())])
    }
}
