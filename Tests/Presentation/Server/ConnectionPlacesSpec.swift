#if Server
import CalearningPresentation
import Testing
import UsecasesTesting

@testable import CalearningTestSupport

@testable import UsecasesService

private func address(_ text: String) throws -> ClientAddress {
    try #require(ClientAddress(text))
}

@Suite struct 接続の席 {
    private let clock = ManualClock()

    /// Every occupied place is released, for any kind of client. The spec keeps its own counts.
    @Test func どの相手の席も_出た後には残らない() throws {
        var random = SeededRandomSource.unpredictable()
        let kinds = [
            "127.0.0.1", "10.0.0.1", "192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1",
            "::ffff:192.0.2.1",
        ]
        for _ in 0..<100 {
            let places = places(6, perClient: 2)
            var taken: [ClientAddress] = []
            for _ in 0..<200 {
                let client = try address(kinds.randomElement(using: &random) ?? "")
                if Bool.random(using: &random), let index = taken.indices.randomElement(using: &random) {
                    _ = places.leave(taken.remove(at: index))
                } else if places.enter(client) == nil {
                    taken.append(client)
                }
                #expect(places.count == taken.count, random.comment)
                #expect(places.clientCount == Set(taken.map(\.network)).count, random.comment)
                let ordinary = taken.filter { "\($0)" != "127.0.0.1" && "\($0)" != "10.0.0.1" }
                #expect(
                    ordinary.allSatisfy { one in ordinary.count { $0.network == one.network } <= 2 }, random.comment)
                #expect(taken.count - taken.count { "\($0)" == "127.0.0.1" } <= 6, random.comment)
            }
            for client in taken { _ = places.leave(client) }
            #expect((places.count, places.clientCount) == (0, 0), random.comment)
            // All places are free again.
            let strangers = try (0..<3).map { try address("198.51.100.\($0)") }
            #expect(strangers.allSatisfy { places.enter($0) == nil && places.enter($0) == nil }, random.comment)
            #expect(places.enter(try address("198.51.100.9")) == .all, random.comment)
        }
    }

    private func places(_ connections: Int, perClient: Int) -> ConnectionPlaces {
        ConnectionPlaces(
            limits: .init(
                connections: connections, perClient: perClient,
                operators: ["127.0.0.0/8"].compactMap { AddressRange($0) },
                proxies: ["10.0.0.0/8"].compactMap { AddressRange($0) }),
            clock: clock)
    }

    @Test func 一人の相手は決まった数の席しか取れない() throws {
        let places = places(10, perClient: 2)
        let client = try address("192.0.2.1")

        let refusals = (0..<3).map { _ in places.enter(client) }

        #expect(refusals == [nil, nil, .client])
        #expect(places.enter(try address("192.0.2.2")) == nil)
    }

    @Test func IPv6の相手は六十四ビットの網で数える() throws {
        let places = places(10, perClient: 1)

        #expect(places.enter(try address("2001:db8::1")) == nil)
        #expect(places.enter(try address("2001:db8::2")) == .client)
        #expect(places.enter(try address("2001:db8:0:1::1")) == nil)
    }

    @Test func 信頼する代理の席は全体の数だけで決まる() throws {
        let places = places(3, perClient: 1)
        let proxy = try address("10.0.0.1")

        let refusals = (0..<4).map { _ in places.enter(proxy) }

        #expect(refusals == [nil, nil, nil, .all])
    }

    @Test func 満席でも見張る者の席はあり_それにも限りがある() throws {
        let places = places(2, perClient: 2)
        let watcher = try address("127.0.0.1")
        _ = places.enter(try address("192.0.2.1"))
        _ = places.enter(try address("192.0.2.2"))

        #expect(places.enter(try address("192.0.2.3")) == .all)
        let refusals = (0...ConnectionPlaces.reserved).map { _ in places.enter(watcher) }
        #expect(refusals == Array(repeating: nil, count: ConnectionPlaces.reserved) + [.all])
    }

    /// Compares the places with a plain statement of the rule.
    @Test(arguments: [1, 2, 3]) func 最後の席はまだ席のない相手のもの(seed: UInt64) throws {
        var random = SeededRandomSource(seed: seed)
        for _ in 0..<200 {
            let connections = Int(random.next() % 2000) + 1
            let few = Int(random.next() % 20) + 1
            let places = places(connections, perClient: 10_000)
            let crowd = try (1...few).map { try address("192.0.2.\($0)") }
            var taken: [ClientAddress: Int] = [:]
            while let client = crowd.randomElement(using: &random), places.enter(client) == nil {
                taken[client, default: 0] += 1
            }
            let left = connections - places.count
            let last = min(64, connections / 16)

            #expect(left <= last, "\(seed): \(connections)")
            #expect(last == 0 || left > last - few, "\(seed): \(connections)")
            for number in 0..<left { #expect(places.enter(try address("198.51.100.\(number)")) == nil) }
            #expect(places.enter(try address("203.0.113.1")) == .all)
        }
    }

    @Test func 返された席はまた使え_誰も覚えていない() throws {
        let places = places(2, perClient: 2)
        let client = try address("192.0.2.1")
        for _ in 0..<1000 {
            #expect(places.enter(client) == nil)
            #expect(!places.leave(client))
        }

        #expect(places.count == 0)
        #expect(places.clientCount == 0)
    }

    @Test func 大勢が去ったことを一度だけ告げる() throws {
        let places = places(2000, perClient: 2000)
        let client = try address("192.0.2.1")
        for _ in 0..<1000 { _ = places.enter(client) }

        let shown = (0..<1000).map { _ in places.leave(client) }

        #expect(shown.indices.filter { shown[$0] } == [749, 937])
    }

    @Test func 断ったことは間を置いて数と共に告げる() {
        let places = places(1, perClient: 1)

        let first = (0..<100).map { _ in places.report() }
        clock.advance(by: .seconds(10))
        let later = (0..<100).map { _ in places.report() }

        #expect(first.compactMap { $0 } == [1])
        #expect(later.compactMap { $0 } == [100])
    }
}
#endif
