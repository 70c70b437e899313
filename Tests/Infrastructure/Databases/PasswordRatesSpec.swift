#if Server
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningInfrastructure
@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct サーバが分け合うパスワードの頻度 {
    private let sandbox: PostgreSQLSandbox
    private let connection: PostgreSQLConnection
    private let clock = SystemClock()
    private let limits = PostgreSQLDatabase.Limits()

    init() throws {
        sandbox = try PostgreSQLSandbox()
        let address = try PostgreSQLAddress(sandbox.url)
        connection = try PostgreSQLConnection.open(
            address, hosts: PostgreSQLHosts(address.hosts), limits: limits, clock: clock)
    }

    /// Provides a session in a transaction, in which the clock of the database stands still.
    private func whileTimeStands(_ body: (StandingTime) throws -> Void) throws {
        let outcome = try connection.perform(limits.whole, by: clock.uptime + .seconds(60)) {
            session throws(PostgreSQLFailure) in
            _ = try session.run("BEGIN")
            let failure = Result { try body(StandingTime(session: session)) }.failureText
            _ = try session.run("ROLLBACK")
            return failure
        }
        try promise(outcome == nil, outcome ?? "")
    }

    private struct StandingTime {
        let session: PostgreSQLSession

        /// Lets microseconds pass. A negative number sets the clock back.
        func pass(_ time: Int) throws {
            _ = try session.run("UPDATE password_rates SET due = due - \(time) * interval '1 microsecond'")
        }

        /// Takes a token of the site, and returns the time until one is available, or 0. All times are in microseconds.
        func take(_ site: String, every interval: Int, burst: Int) throws -> Int {
            let wait = try session.take(for: site, interval: .microseconds(interval), burst: .microseconds(burst))
            return wait.map { Int($0.microseconds) } ?? 0
        }
    }

    /// A request is admitted unless the site would then have sent more than the burst and what has been returned, in a time
    /// that ends with it.
    private struct Site {
        private var admitted: [Int] = []

        /// Returns the time until a request is admitted, or 0 for an admitted one.
        mutating func wait(at now: Int, every interval: Int, burst: Int) -> Int {
            let waits = admitted.enumerated().map { index, start in
                (admitted.count - index + 1) * interval - max(interval, burst) - (now - start)
            }
            let wait = max(0, waits.max() ?? 0)
            if wait == 0 { admitted.append(now) }
            return wait
        }
    }

    @Test func どの期間にも溜めた分と戻った分だけが通り_ほかの拠点には関わらない() async throws {
        await forAll(100) { choices in
            // The highest and the lowest rate, and others.
            let interval = choices.one(of: [1_000_000, 1, 3, 20_000, 333_333, 1_000_000_000])
            return (
                interval, choices.number(near: 1, interval, 10 * interval, within: interval),
                choices.list(1...60) {
                    ($0.one(of: ["a", "b"]), $0.number(near: 0, interval, 12 * interval, within: 2))
                }
            )
        } holds: { interval, burst, requests in
            try whileTimeStands { time in
                var (now, sites) = (0, ["a": Site(), "b": Site()])
                for (site, pause) in requests {
                    let pause = max(0, pause)
                    now += pause
                    let expected = sites[site]?.wait(at: now, every: interval, burst: burst)
                    try time.pass(pause)
                    try promise(time.take(site, every: interval, burst: burst), is: promised(expected))
                }
            }
        }
    }

    /// The model has the time when the bucket is full. One that is more than a minute further ahead than any rate sets it
    /// is from before the clock was set back.
    @Test func 速さが変わっても時計が戻されても_長く締め出されない() async throws {
        let minute = 60_000_000
        await forAll(100) { choices in
            choices.list(1...40) { choices in
                let (interval, burst) = (choices.one(of: [1_000_000, 1, 20_000, 30_000_000]), 10_000_000)
                let capacity = max(interval, burst)
                return (
                    interval, burst,
                    choices.number(
                        near: 0, interval, -minute, -minute - capacity, -minute - capacity + interval, within: 3)
                )
            }
        } holds: { steps in
            try whileTimeStands { time in
                var (now, due) = (0, Int?.none)
                for (interval, burst, pause) in steps {
                    now += pause
                    try time.pass(pause)
                    let capacity = max(interval, burst)
                    var debt = max(0, (due ?? now) - now)
                    if debt > capacity + minute { debt = 0 }
                    let wait = max(0, debt + interval - capacity)
                    if wait == 0 { due = now + debt + interval }
                    try promise(time.take("a", every: interval, burst: burst), is: wait)
                }
            }
        }
    }

    /// Lets hours pass, or only the time of the test.
    private func pass(hours: Int) throws {
        try sandbox.client().run("UPDATE password_rates SET due = due - interval '\(hours) hours'")
    }

    @Test func サーバがいくつあっても一つ分だけが通る() async throws {
        let servers = try (0..<4).map { _ in try PostgreSQLDatabase.fixture(at: sandbox.url) }
        let rates = servers.compactMap(\.passwordRates)
        // An hour is longer than the test takes.
        let admitted = { (site: String) in
            try await inParallel(48) { number in
                try await rates[number % 4].take(for: site, interval: .seconds(3600), burst: .seconds(36_000)) == nil
            }.count { $0 }
        }

        let burst = try await admitted("192.0.2.1")
        try pass(hours: 3)
        let counts = [burst, try await admitted("192.0.2.1"), try await admitted("192.0.2.2")]

        #expect(counts == [10, 3, 10])
        for server in servers { server.close(within: .zero) }
    }

    /// More than one transaction removes.
    @Test func 掃除は満ちた札の器だけを取り除く() async throws {
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
        let client = try sandbox.client()
        try client.run(
            """
            INSERT INTO password_rates SELECT 'full-' || n, now() - interval '1 microsecond'
            FROM generate_series(1, \(2 * Sweep.many + 5)) n;
            INSERT INTO password_rates SELECT 'emptier-' || n, now() + interval '1 hour' FROM generate_series(1, 5) n
            """)

        let swept = try await database.accountRegistry.sweep(at: clock.now)

        #expect(swept == SweptRows())
        let left = try client.run("SELECT site FROM password_rates ORDER BY site").flatMap(\.self)
        #expect(left == (1...5).map { "emptier-\($0)" })
        database.close(within: .zero)
    }

    @Test func 表は先行書き込みログになく_数えても同期スタンバイを待たない() async throws {
        let cluster = try await PostgreSQLCluster.make()
        let database = try PostgreSQLDatabase.fixture(at: cluster.url, timeout: .seconds(60))
        let rates = try #require(database.passwordRates)
        // A new connection itself waits for the standby servers.
        try await expect(rates.take(for: "192.0.2.1", interval: .seconds(1), burst: .zero), equals: nil)

        try await cluster.awaitNobody()
        let next = try await rates.take(for: "192.0.2.2", interval: .seconds(1), burst: .zero)

        #expect(next == nil)
        try expect(
            cluster.client().run("SELECT relpersistence FROM pg_class WHERE relname = 'password_rates'"),
            equals: [["u"]])
        database.close(within: .zero)
    }

    @Test func データベースが答えなければ_書けないことを告げる() async throws {
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
        let rates = try #require(database.passwordRates)
        database.close(within: .zero)

        let error = await #expect(throws: ErrorWrapper.self) {
            try await rates.take(for: "192.0.2.1", interval: .seconds(1), burst: .zero)
        }

        #expect(error?.system != nil)
    }
}

extension Result {
    /// The failure as text.
    fileprivate var failureText: String? {
        switch self {
        case .success: nil
        case .failure(let error): "\(error)"
        }
    }
}
#endif
