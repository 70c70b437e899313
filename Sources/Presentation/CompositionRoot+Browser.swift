#if Server
import CalearningApplication
import CalearningDomain
import Synchronization
import UsecasesEngine
import UsecasesService
import UsecasesStorage
import UsecasesSystem
import UsecasesTerminal

/// The application in browsers. A browser is a device at the service's own registries.
extension CompositionRoot {
    static func browserDelivery(of service: HTTPService) -> BrowserDelivery {
        let monitor = AccountMonitor(of: service)
        let queue = passwordQueue(of: service)
        let lookUps = SharedLookUps(clock: service.dependencies.clock)
        let usual = Result { try usualDependencies() }
        return BrowserDelivery(
            pages: usecases.filter { $0 is any PagedUsecase.Type }, start: Behaviour(Boot.initial),
            home: Behaviour(RestoreSession.initial), menu: menu,
            table: service.storeTable ?? LocalStoreTable(clock: service.dependencies.clock),
            identity: [DeviceMemory.keys.session], stranger: .nobodyLoggedIn,
            user: { dependencies throws(ErrorWrapper) in
                do throws(UnfinishedScenario<RestoreSession>) {
                    let goal = try await RestoreSession.interact(
                        from: RestoreSession.initial, as: .application, with: dependencies
                    ).goal
                    guard case .アプリはホーム画面を表示(let loggedIn) = goal else { return nil }
                    return loggedIn.account.name.rawValue
                } catch {
                    throw error.error
                }
            }
        ) { visitor in
            var server = service.dependencies
            server.taps.append(SecurityTap(context: visitor.context, monitor: monitor))
            server.taps.append(PasswordTurns(visitor: visitor, queue: queue))
            let backend = EmbeddedBackend(
                server: server, network: { "\(visitor.context.client.site)" },
                deviceName: { visitor.userAgent.flatMap { DeviceName(userAgent: $0) } },
                grace: server.deletionPolicy.adapter?.grace ?? .zero)
            var dependencies = try usual.get()
            dependencies.taps.append(SharedLookUpTap(lookUps: lookUps, site: visitor.context.client.site))
            dependencies.dataStore.adapter = visitor.dataStore
            dependencies.journal.adapter = InMemoryJournal()
            dependencies.backend.adapter = backend
            dependencies.accountBackend.adapter = backend
            return dependencies
        }
    }

    private static let menu = [
        entry(Sentence(en: "GitHub's zen", ja: "GitHubの禅"), .dispatch(Behaviour(ReadZen.initial))),
        entry(Sentence(en: "GitHub user", ja: "GitHubのユーザー"), .show(.userLookUp())),
        entry(Sentence(en: "GitHub's status", ja: "GitHubの稼働状況"), .dispatch(Behaviour(CheckServiceStatus.initial))),
    ]

    private static func entry(_ action: Sentence, _ effect: KeyBinding.Effect) -> KeyBinding {
        KeyBinding(name: "", action: action, keys: [], effect: effect)
    }
}

/// The answers of GitHub that all browsers share for a minute, and the share of each site in GitHub's quota.
final class SharedLookUps: Sendable {
    private static let answers = 256
    private static let time = Duration.seconds(60)

    private let limiter: RateLimiter
    private let clock: any Clock
    private let known = Mutex<[PortCallName: (answer: any Sendable, at: Duration)]>([:])

    init(clock: any Clock) {
        self.clock = clock
        limiter = RateLimiter(rate: 1 / 6, burst: .seconds(60), clock: clock)
    }

    /// Returns the answer that is known, or asks GitHub. A site over its share is answered as by GitHub's own limit.
    func answer<Value>(
        _ operation: PortOperation<Value>, for site: ClientAddress,
        performing: @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        let now = clock.uptime
        let known = known.withLock { known in
            known = known.filter { now - $0.value.at < Self.time }
            return known[operation.call]?.answer as? Value
        }
        if let known { return known }
        guard limiter.take(for: site) == nil else {
            let limited = operation.outcomes.first { $0.name == "rate-limited" }
            guard let limited else { throw .service(error: .server(.tooOften, status: 429)) }
            return try limited.result.get()
        }
        let answer = try await performing()
        self.known.withLock { if $0.count < Self.answers { $0[operation.call] = (answer, now) } }
        return answer
    }
}

extension ErrorResponse {
    fileprivate static let tooOften = ErrorResponse(
        code: "TOO_MANY_REQUESTS", title: "Too many requests", message: "This was asked too often from here.")
}

struct SharedLookUpTap: Tap, RunTap {
    let lookUps: SharedLookUps
    let site: ClientAddress

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        guard CompositionRoot.lookUps.contains(operation.port) else { return try await performing() }
        return try await lookUps.answer(operation, for: site, performing: performing)
    }
}

/// A tap that lets work with passwords wait for its turn, together with the requests of clients.
private struct PasswordTurns: Tap, RunTap {
    let visitor: Visitor
    let queue: FairQueue

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        guard operation.port == Port<any CredentialHasher>.name,
            OperationName(operation.name) != Port<any CredentialHasher>.digest
        else {
            return try await performing()
        }
        do {
            return try await queue.withTurn(of: visitor.context.client.site) { try await performing() }
        } catch let error as ErrorWrapper {
            throw error
        } catch {
            throw .system(error: .混雑, causedBy: error)
        }
    }
}

/// A tap that writes the security log for runs on the server's side of a browser, and for durable runs, which no client has
/// requested, and counts their logins.
struct SecurityTap: Tap {
    let context: ServerContext?
    let monitor: AccountMonitor

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { Run(scene: scene, tap: self) }

    private struct Run: RunTap {
        let scene: TappedScene
        let tap: SecurityTap

        func end(_ ending: RunEnding) {
            switch ending {
            case .goal(let goal):
                guard let goal = goal.declared as? any AccountGoal else { return }
                tap.monitor.record(goal.outcome(from: scene), tap.context)
            case .failure:
                if scene.declared is OpenSession.Basics { tap.monitor.logins.count(.unavailable) }
            }
        }
    }
}
#endif
