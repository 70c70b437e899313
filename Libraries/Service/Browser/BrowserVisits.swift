#if Server
import Logging
import Usecases
import UsecasesTerminal
import UsecasesWeb

/// A browser that visits this server, until it is forgotten. Its values stay in its store.
@MainActor
final class BrowserVisit {
    let session: BrowserSession
    let visitor: Visitor
    /// The next cookie of the browser.
    fileprivate(set) var cookie: BrowserCookie
    /// The identity of the user, after the last finished run.
    fileprivate var identity: Secret?
    fileprivate var lastUse: Duration

    fileprivate init(
        session: BrowserSession, visitor: Visitor, cookie: BrowserCookie, identity: Secret?, lastUse: Duration
    ) {
        self.session = session
        self.visitor = visitor
        self.cookie = cookie
        self.identity = identity
        self.lastUse = lastUse
    }
}

/// The visits of browsers, up to a limit. Beyond the limit, the visit with the oldest request is forgotten.
@MainActor
final class BrowserVisits {
    /// The maximum number of visits.
    private let limit: Int
    private let delivery: BrowserDelivery
    private let storage: BrowserStorage
    private let start: Screen
    private let clock: any Clock
    private let randomSource: any RandomSource
    private var visits: [BrowserStorage.ID: BrowserVisit] = [:]

    nonisolated init(
        _ delivery: BrowserDelivery, storage: BrowserStorage, start: Screen, limit: Int = 4_096, clock: any Clock,
        randomSource: any RandomSource
    ) {
        self.delivery = delivery
        self.storage = storage
        self.start = start
        self.limit = limit
        self.clock = clock
        self.randomSource = randomSource
    }

    /// Returns the visit of the browser with this cookie, or `nil` if the browser has no store. A forgotten visit
    /// begins again, with the values of the store.
    func visit(
        with cookie: BrowserCookie, in language: Language, _ context: ServerContext
    ) async throws -> BrowserVisit? {
        // Records the use, because unused stores are removed.
        let store = storage.use(cookie.browser)
        if let visit = visits[cookie.browser] {
            guard store != nil else {
                visits[cookie.browser] = nil
                return nil
            }
            visit.lastUse = clock.uptime
            visit.visitor.comes(context)
            visit.session.language = language
            return visit
        }
        guard let store else { return nil }
        return try await begin(with: cookie, store, in: language, context)
    }

    /// Creates a store for the browser, and begins its visit.
    func welcome(
        _ cookie: BrowserCookie, in language: Language, _ context: ServerContext
    ) async throws -> BrowserVisit {
        // A concurrent request may have created the store.
        let store: any DataStore =
            if let known = storage.use(cookie.browser) { known } else {
                try storage.create(cookie.browser, randomSource)
            }
        return try await begin(with: cookie, store, in: language, context)
    }

    private func begin(
        with cookie: BrowserCookie, _ store: any DataStore, in language: Language, _ context: ServerContext
    ) async throws -> BrowserVisit {
        let visitor = Visitor(dataStore: store, context: context)
        let session = BrowserSession(
            dependencies: try delivery.dependencies(visitor), start: start, menu: delivery.menu,
            // A form of an earlier visit must not match a page of this visit.
            firstNumber: Int(randomSource.next() >> 16), in: language
        ) { report, error in
            visitor.context.log(
                .warning, "a run of a browser failed",
                .failure(error).merging(["usecase": "\(report.usecase)"]) { $1 })
        }
        let identity = await delivery.identity(visitor.dataStore)
        // A concurrent request may have begun the visit.
        if let visit = visits[cookie.browser] { return visit }
        let visit = BrowserVisit(
            session: session, visitor: visitor, cookie: cookie, identity: identity, lastUse: clock.uptime)
        if visits.count >= limit, let oldest = visits.min(by: { $0.value.lastUse < $1.value.lastUse })?.key {
            visits[oldest] = nil
        }
        visits[cookie.browser] = visit
        if let start = delivery.start { session.start(start) }
        return visit
    }

    /// Waits for the end of the visit's run, for at most the given time. Then gives the browser its next cookie, if
    /// another user or no user is logged in now. Returns whether the user has logged out.
    func settle(_ visit: BrowserVisit, within limit: Duration) async throws -> Bool {
        let end = clock.uptime + limit
        while visit.session.isRunning, clock.uptime < end { try await clock.sleep(for: .milliseconds(5)) }
        guard !visit.session.isRunning else { return false }
        let identity = await delivery.identity(visit.visitor.dataStore)
        guard identity != visit.identity else { return false }
        let next = try BrowserCookie.random(randomSource)
        try storage.rename(visit.cookie.browser, to: next.browser)
        visits[visit.cookie.browser] = nil
        visits[next.browser] = visit
        visit.cookie = next
        visit.identity = identity
        return identity == nil
    }
}
#endif
