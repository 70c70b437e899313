#if Server
import UsecasesEngine
import Testing
import UsecasesTesting

@testable import UsecasesService

private func address(_ text: String) throws -> ClientAddress {
    try #require(ClientAddress(text))
}

@Suite struct 接続の席 {
    private let clock = ManualClock(timeOfDayJumps: true)

    /// Compares the places with a plain statement of the rules, over a list of the taken ones: some places are only for
    /// operators, the last of the others are for clients without a connection, and a trusted proxy stands for many
    /// clients.
    @Test func どの相手の席も規則どおりで_出た後には残らない() async throws {
        let kinds = [
            "127.0.0.1", "10.0.0.1", "192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1",
            "::ffff:192.0.2.1", "198.51.100.1", "198.51.100.2",
        ]
        await forAll(200) { choices in
            let steps = choices.one(of: [20, 200])
            return (
                choices.one(of: [1, 2, 6, 16, 33, choices.number(in: 1...2000)]), choices.one(of: [1, 2, 5, 10_000]),
                choices.list(0...steps) { choices in
                    // Mostly one client enters many times.
                    (choices.one(of: kinds), choices.one(of: [0, 1, 1, 40]))
                }
            )
        } holds: { connections, perClient, steps in
            let places = places(connections, perClient: perClient)
            var (taken, counts): ([ClientAddress], [ClientAddress: Int]) = ([], [:])
            for (text, count) in steps {
                let client = try address(text)
                if count == 0, let index = taken.lastIndex(of: client) {
                    _ = places.leave(taken.remove(at: index))
                    counts[client.network]? -= 1
                }
                for _ in 0..<count {
                    let own = counts[client.network, default: 0]
                    let last = own == 0 ? 0 : min(ConnectionPlaces.reserved, connections / 16)
                    let expected: ConnectionPlaces.Refusal? =
                        switch text {
                        case "127.0.0.1":
                            taken.count < connections || own < ConnectionPlaces.reserved ? nil : .all
                        case _ where taken.count >= connections - last: .all
                        case _ where own >= perClient && text != "10.0.0.1": .client
                        default: nil
                        }
                    try promise(places.enter(client), is: expected)
                    guard expected == nil else { break }
                    taken.append(client)
                    counts[client.network, default: 0] += 1
                }
                try promise([places.count, places.clientCount], is: [taken.count, counts.values.count { $0 > 0 }])
            }
            for client in taken { _ = places.leave(client) }
            try promise([places.count, places.clientCount], is: [0, 0])
        }
    }

    private func places(_ connections: Int, perClient: Int) -> ConnectionPlaces {
        ConnectionPlaces(
            connections: connections, perClient: perClient,
            operators: ["127.0.0.0/8"].compactMap { AddressRange($0) },
            proxies: ["10.0.0.0/8"].compactMap { AddressRange($0) }, clock: clock)
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
