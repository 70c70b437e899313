#if Server
import CoreMetrics
import Dispatch
import Domain
import Infrastructure
import Synchronization
import Testing

/// Work that begins when it is let, and remembers its batches.
private final class Gate: Sendable {
    private let permits = DispatchSemaphore(value: 0)
    let batches = Mutex<[[Int]]>([])

    func open(_ times: Int = 1) {
        for _ in 0..<times { permits.signal() }
    }

    func work(_ numbers: [Int]) throws(ErrorWrapper) -> [Int] {
        batches.withLock { $0.append(numbers) }
        permits.wait()
        if numbers.contains(13) { throw .service(error: .client(.ネットワーク接続不可)) }
        return numbers.map { $0 * 10 }
    }

    func waitForBatches(_ count: Int) async {
        while batches.withLock(\.count) < count { await Task.yield() }
    }
}

@Suite struct まとめて行う仕事 {
    private let gate = Gate()
    private let clock = ManualClock()

    private func batches(lanes: Int = 1, size: Int = 1024) -> Batches<Int, Int> {
        var limits = Batches<Int, Int>.Limits(lanes: lanes)
        limits.size = size
        return Batches(
            limits: limits, clock: clock, metrics: NOOPMetricsHandler.instance,
            work: { [gate] numbers throws(ErrorWrapper) in
                try gate.work(numbers)
            })
    }

    /// Asks for a number, and returns once it waits.
    private func ask(_ number: Int, of batches: Batches<Int, Int>) async -> Task<Result<Int, ErrorWrapper>, Never> {
        let count = batches.waitingCount + gate.batches.withLock { $0.joined().count }
        let task = Task {
            do throws(ErrorWrapper) {
                return Result<Int, ErrorWrapper>.success(try await batches.answer(to: number))
            } catch {
                return .failure(error)
            }
        }
        while batches.waitingCount + gate.batches.withLock({ $0.joined().count }) == count { await Task.yield() }
        return task
    }

    @Test func 一人ならすぐに始まる() async throws {
        let batches = batches()
        gate.open()

        #expect(try await batches.answer(to: 1) == 10)
    }

    @Test func 仕事の間に届いたものは次にまとめられる() async throws {
        let batches = batches()
        let first = await ask(1, of: batches)
        await gate.waitForBatches(1)
        let second = await ask(2, of: batches)
        let third = await ask(3, of: batches)

        gate.open(2)

        #expect(try await [first, second, third].asyncMap { try await $0.value.get() } == [10, 20, 30])
        #expect(gate.batches.withLock(\.self) == [[1], [2, 3]])
    }

    @Test func 一度にまとめる数には限りがある() async throws {
        let batches = batches(size: 2)
        let first = await ask(1, of: batches)
        await gate.waitForBatches(1)
        var others: [Task<Result<Int, ErrorWrapper>, Never>] = []
        for number in 2...4 { others.append(await ask(number, of: batches)) }

        gate.open(3)

        #expect(try await ([first] + others).asyncMap { try await $0.value.get() } == [10, 20, 30, 40])
        #expect(gate.batches.withLock(\.self) == [[1], [2, 3], [4]])
    }

    @Test func 車線の数だけ並んで進む() async throws {
        let batches = batches(lanes: 2)
        let first = await ask(1, of: batches)
        // Or the first lane, if it is slow to start, takes both.
        await gate.waitForBatches(1)
        let second = await ask(2, of: batches)

        await gate.waitForBatches(2)
        gate.open(2)

        #expect(try await [first, second].asyncMap { try await $0.value.get() } == [10, 20])
    }

    @Test func 失敗はまとめられたすべてに伝わり_次は新しく始まる() async throws {
        let batches = batches()
        let first = await ask(1, of: batches)
        await gate.waitForBatches(1)
        let unlucky = await ask(13, of: batches)
        let neighbour = await ask(2, of: batches)

        gate.open(2)

        #expect(try await first.value.get() == 10)
        for task in [unlucky, neighbour] {
            let outcome = await task.value
            #expect(throws: ErrorWrapper.self) { try outcome.get() }
        }
        gate.open()
        #expect(try await batches.answer(to: 3) == 30)
    }

    @Test func 始まる前に取り消されたものは行われない() async throws {
        let batches = batches()
        let first = await ask(1, of: batches)
        await gate.waitForBatches(1)
        let cancelled = await ask(2, of: batches)
        let third = await ask(3, of: batches)

        cancelled.cancel()
        let outcome = await cancelled.value
        gate.open(2)

        #expect(throws: ErrorWrapper.self) { try outcome.get() }
        #expect(try await [first, third].asyncMap { try await $0.value.get() } == [10, 30])
        #expect(gate.batches.withLock(\.self) == [[1], [3]])
    }

    @Test func 待ちすぎたものは行われない() async throws {
        let batches = batches()
        let first = await ask(1, of: batches)
        await gate.waitForBatches(1)
        let late = await ask(2, of: batches)

        clock.advance(by: .seconds(6))
        gate.open()

        #expect(try await first.value.get() == 10)
        let outcome = await late.value
        let error = #expect(throws: ErrorWrapper.self) { try outcome.get() }
        #expect(error?.causes.map { "\($0)" } == ["it waited 5.0 seconds for the database"])
        #expect(gate.batches.withLock(\.self) == [[1]])
    }

    @Test func 仕事が終わらなくても待ちすぎたものは次のものが来れば知らされる() async throws {
        let batches = batches()
        let first = await ask(1, of: batches)
        await gate.waitForBatches(1)
        let late = await ask(2, of: batches)

        clock.advance(by: .seconds(6))
        async let newcomer = batches.answer(to: 3)
        let outcome = await late.value
        gate.open(2)

        #expect(throws: ErrorWrapper.self) { try outcome.get() }
        #expect(try await first.value.get() == 10)
        #expect(try await newcomer == 30)
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
