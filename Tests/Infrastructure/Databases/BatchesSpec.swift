#if Server
import CoreMetrics
import Dispatch
import CalearningInfrastructure
import Synchronization
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// Work that waits for permission to begin, and records its batches.
private final class Gate: Sendable {
    /// The number whose work begins only after a separate release.
    static let held = 99

    private let permits = DispatchSemaphore(value: 0)
    private let holding = DispatchSemaphore(value: 0)
    let batches = Mutex<[[Int]]>([])

    func open(_ times: Int = 1) {
        for _ in 0..<times { permits.signal() }
    }

    /// Permits any number of batches. The expected number is checked afterwards.
    func openForGood() {
        open(100)
    }

    func letGo() {
        holding.signal()
    }

    func work(_ numbers: [Int]) throws(ErrorWrapper) -> [Result<Int, ErrorWrapper>] {
        batches.withLock { $0.append(numbers) }
        (numbers.contains(Self.held) ? holding : permits).wait()
        if numbers.contains(13) { throw .service(error: .client(.networkUnreachable)) }
        return numbers.map { $0 == 14 ? .failure(.service(error: .client(.networkUnreachable))) : .success($0 * 10) }
    }

    func waitForBatches(_ count: Int) async throws {
        try await eventually("\(count) batches have begun") { batches.withLock(\.count) >= count }
    }
}

@Suite(.timeLimit(.minutes(5))) struct まとめて行う仕事 {
    private let gate = Gate()
    private let clock = ManualClock(timeOfDayJumps: true)
    private let metrics = RecordedMetrics()

    private func makeBatches(lanes: Int = 1, size: Int = 1024, queue: Int = 100) -> Batches<Int, Int> {
        var limits = Batches<Int, Int>.Limits(lanes: lanes)
        limits.size = size
        limits.queue = queue
        return Batches(
            limits: limits, clock: clock, metrics: metrics,
            work: { [gate] numbers throws(ErrorWrapper) in
                try gate.work(numbers)
            })
    }

    /// Submits a number, and returns when it is waiting.
    private func ask(
        _ number: Int, of batches: Batches<Int, Int>
    ) async throws -> Task<Result<Int, ErrorWrapper>, Never> {
        let count = batches.waitingCount + gate.batches.withLock { $0.joined().count }
        let task = Task {
            do throws(ErrorWrapper) {
                return Result<Int, ErrorWrapper>.success(try await batches.answer(to: number))
            } catch {
                return .failure(error)
            }
        }
        try await eventually("\(number) waits, or is worked on") {
            batches.waitingCount + gate.batches.withLock { $0.joined().count } > count
        }
        return task
    }

    /// Submits a number, and returns when the given number of batches have begun.
    private func ask(
        _ number: Int, of batches: Batches<Int, Int>, asBatch count: Int
    ) async throws -> Task<Result<Int, ErrorWrapper>, Never> {
        let task = try await ask(number, of: batches)
        // Otherwise a lane with a slow start might take the next number, too.
        try await gate.waitForBatches(count)
        return task
    }

    private var queued: Double? { metrics["calearning_registry_queue"] }

    /// Requests leave the queue for a batch, by their cancellation, because they are late or refused, and at the end.
    @Test func 待つ者の数は入った数から出た数を引いたもの() async throws {
        let batches = makeBatches(queue: 3)
        let first = try await ask(1, of: batches, asBatch: 1)
        #expect(queued == 0)
        let waiting = try await [ask(2, of: batches), ask(3, of: batches), ask(4, of: batches)]
        #expect(queued == 3)

        let refused = await Task { () async throws(ErrorWrapper) in try await batches.answer(to: 5) }.result
        #expect(throws: ErrorWrapper.self) { try refused.get() }
        #expect(queued == 3)
        waiting[0].cancel()
        _ = await waiting[0].value
        #expect(queued == 2)
        clock.advance(by: .seconds(6))
        // The late requests leave when it arrives.
        let next = Task { try await batches.answer(to: 6) }
        for late in waiting[1...] { _ = await late.value }
        #expect(queued == 1)
        gate.openForGood()
        _ = await (first.value, next.result)
        #expect(queued == 0)
    }

    @Test func 仕事の間に届いたものは次にまとめられる() async throws {
        let batches = makeBatches()
        let first = try await ask(1, of: batches, asBatch: 1)
        let second = try await ask(2, of: batches)
        let third = try await ask(3, of: batches)

        gate.open(2)

        try await expect([first, second, third].asyncMap { try await $0.value.get() }, equals: [10, 20, 30])
        #expect(gate.batches.withLock(\.self) == [[1], [2, 3]])
    }

    @Test func 一度にまとめる数には限りがある() async throws {
        let batches = makeBatches(size: 2)
        let first = try await ask(1, of: batches, asBatch: 1)
        var others: [Task<Result<Int, ErrorWrapper>, Never>] = []
        for number in 2...4 { others.append(try await ask(number, of: batches)) }

        gate.open(3)

        try await expect(([first] + others).asyncMap { try await $0.value.get() }, equals: [10, 20, 30, 40])
        #expect(gate.batches.withLock(\.self) == [[1], [2, 3], [4]])
    }

    @Test func 長くかからないものは空いた車線があっても待つ() async throws {
        let batches = makeBatches(lanes: 4)
        var running = [try await ask(1, of: batches, asBatch: 1)]
        clock.advance(by: .milliseconds(5))

        for number in 2...4 { running.append(try await ask(number, of: batches)) }
        gate.openForGood()

        try await expect(running.asyncMap { try await $0.value.get() }, equals: [10, 20, 30, 40])
        #expect(gate.batches.withLock(\.self) == [[1], [2, 3, 4]])
    }

    @Test func 長くかかるものは待たない() async throws {
        let batches = makeBatches(lanes: 4)
        var running = [try await ask(1, of: batches, asBatch: 1)]
        clock.advance(by: .milliseconds(6))

        running.append(try await ask(2, of: batches, asBatch: 2))
        // That batch has only just begun.
        running.append(try await ask(3, of: batches))
        gate.openForGood()

        try await expect(running.asyncMap { try await $0.value.get() }, equals: [10, 20, 30])
        #expect(gate.batches.withLock(\.self) == [[1], [2], [3]])
    }

    @Test func 満ちているものは待たない() async throws {
        let batches = makeBatches(lanes: 2, size: 1)
        let running = try await [
            ask(1, of: batches, asBatch: 1), ask(2, of: batches, asBatch: 2), ask(3, of: batches),
        ]

        #expect(gate.batches.withLock(\.self) == [[1], [2]])
        gate.openForGood()

        try await expect(running.asyncMap { try await $0.value.get() }, equals: [10, 20, 30])
    }

    @Test func 終わった車線は長くかからないほかのものに任せる() async throws {
        let batches = makeBatches(lanes: 2)
        let held = try await ask(Gate.held, of: batches, asBatch: 1)
        clock.advance(by: .milliseconds(6))
        var others = [try await ask(1, of: batches, asBatch: 2)]
        for number in 2...4 { others.append(try await ask(number, of: batches)) }
        gate.open()
        try await gate.waitForBatches(3)
        others.append(try await ask(5, of: batches))

        gate.letGo()
        _ = try await held.value.get()
        others.append(try await ask(6, of: batches))
        gate.openForGood()

        try await expect(others.asyncMap { try await $0.value.get() }, equals: [10, 20, 30, 40, 50, 60])
        #expect(gate.batches.withLock(\.self) == [[Gate.held], [1], [2, 3, 4], [5, 6]])
    }

    @Test func 失敗はまとめられたすべてに伝わり_次は新しく始まる() async throws {
        let batches = makeBatches()
        let first = try await ask(1, of: batches, asBatch: 1)
        let unlucky = try await ask(13, of: batches)
        let neighbour = try await ask(2, of: batches)

        gate.open(2)

        try await expect(first.value.get(), equals: 10)
        for task in [unlucky, neighbour] {
            let outcome = await task.value
            #expect(throws: ErrorWrapper.self) { try outcome.get() }
        }
        gate.open()
        try await expect(batches.answer(to: 3), equals: 30)
    }

    @Test func 一つだけの失敗はまとめられたほかのものに及ばない() async throws {
        let batches = makeBatches()
        let first = try await ask(1, of: batches, asBatch: 1)
        let unlucky = try await ask(14, of: batches)
        let neighbour = try await ask(2, of: batches)

        gate.open(2)

        try await expect(first.value.get(), equals: 10)
        try await expect(neighbour.value.get(), equals: 20)
        let outcome = await unlucky.value
        #expect(throws: ErrorWrapper.self) { try outcome.get() }
        #expect(gate.batches.withLock(\.self) == [[1], [14, 2]])
    }

    @Test func 待てる数を超えたものはすぐに断られる() async throws {
        let batches = makeBatches(queue: 2)
        let first = try await ask(1, of: batches, asBatch: 1)
        let waiting = try await [ask(2, of: batches), ask(3, of: batches)]

        let error = await #expect(throws: ErrorWrapper.self) { try await batches.answer(to: 4) }
        waiting[0].cancel()
        _ = await waiting[0].value
        let next = try await ask(5, of: batches)
        gate.open(2)

        #expect(error?.causes.map { "\($0)" } == ["2 requests wait for the database already"])
        try await expect([first, waiting[1], next].asyncMap { try await $0.value.get() }, equals: [10, 30, 50])
    }

    @Test func 始まった後でも取り消されればすぐに返る() async throws {
        let batches = makeBatches()
        let hanging = try await ask(1, of: batches, asBatch: 1)

        hanging.cancel()
        let outcome = await hanging.value
        gate.openForGood()

        let error = #expect(throws: ErrorWrapper.self) { try outcome.get() }
        #expect(error?.name == ErrorWrapper.interrupted.name)
        try await expect(batches.answer(to: 2), equals: 20)
    }

    @Test func 閉じれば待つものと新しいものは断られ_始まったものは終わる() async throws {
        let batches = makeBatches()
        let running = try await ask(1, of: batches, asBatch: 1)
        let waiting = try await ask(2, of: batches)

        batches.close()
        let outcome = await waiting.value
        let newcomer = await #expect(throws: ErrorWrapper.self) { try await batches.answer(to: 3) }
        #expect(queued == 0)
        gate.openForGood()

        let error = #expect(throws: ErrorWrapper.self) { try outcome.get() }
        for error in [error, newcomer] { #expect(error?.causes.map { "\($0)" } == ["the registry is closed"]) }
        try await expect(running.value.get(), equals: 10)
        #expect(gate.batches.withLock(\.self) == [[1]])
    }

    @Test func 始まる前に取り消されたものは行われない() async throws {
        let batches = makeBatches()
        let first = try await ask(1, of: batches, asBatch: 1)
        let cancelled = try await ask(2, of: batches)
        let third = try await ask(3, of: batches)

        cancelled.cancel()
        let outcome = await cancelled.value
        gate.open(2)

        #expect(throws: ErrorWrapper.self) { try outcome.get() }
        try await expect([first, third].asyncMap { try await $0.value.get() }, equals: [10, 30])
        #expect(gate.batches.withLock(\.self) == [[1], [3]])
    }

    @Test func 待ちすぎたものは行われない() async throws {
        let batches = makeBatches()
        let first = try await ask(1, of: batches, asBatch: 1)
        let late = try await ask(2, of: batches)

        clock.advance(by: .seconds(6))
        gate.open()

        try await expect(first.value.get(), equals: 10)
        let outcome = await late.value
        let error = #expect(throws: ErrorWrapper.self) { try outcome.get() }
        #expect(error?.causes.map { "\($0)" } == ["it waited 5.0 seconds for the database"])
        #expect(gate.batches.withLock(\.self) == [[1]])
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
#endif
