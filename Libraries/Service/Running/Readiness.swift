#if Server
package import Logging
import Synchronization
package import UsecasesEngine

/// The readiness of the service. Its dependency is checked by one check at a time, and at most once a second, for any
/// number of clients. A line is logged only when the result changes.
public final class Readiness: Sendable {
    /// The validity of a result.
    private static let validity = Duration.seconds(1)
    /// The maximum time of a check. A slower check counts as failed, but continues.
    private static let timeout = Duration.milliseconds(1_500)

    private struct State {
        /// The problem that prevents the service from working, or `nil` without one.
        var problem: ErrorWrapper?
        /// The time of the last result, or `nil` before the first one.
        var since: Duration?
        /// The start of the current check.
        var checkStart: Duration?
        var waiting: [CheckedContinuation<ErrorWrapper?, Never>] = []
    }

    private enum Reply {
        case now(ErrorWrapper?)
        case later(begins: Bool)
    }

    private let subject: String
    private let checkSubject: @Sendable () async throws(ErrorWrapper) -> Void
    private let clock: any Clock
    private let logger: Logger
    private let state = Mutex(State())

    /// Creates a check. `subject` is the dependency, such as "the database". `check` returns if it responds.
    package init(
        of subject: String, clock: any Clock, logger: Logger,
        check: @escaping @Sendable () async throws(ErrorWrapper) -> Void
    ) {
        self.subject = subject
        checkSubject = check
        self.clock = clock
        self.logger = logger
    }

    /// Returns the problem that prevents the service from working, or `nil`. Waits 1.5 seconds at most.
    package func problem() async -> ErrorWrapper? {
        await withCheckedContinuation { continuation in
            switch reply(to: continuation) {
            case .now(let problem): continuation.resume(returning: problem)
            case .later(begins: false): break
            case .later(begins: true):
                // The check has its own task, because the client may disconnect before the check ends.
                Task { await check() }
            }
        }
    }

    private func reply(to continuation: CheckedContinuation<ErrorWrapper?, Never>) -> Reply {
        state.withLock { state in
            let now = clock.uptime
            if let since = state.since, now - since < Self.validity { return .now(state.problem) }
            if let start = state.checkStart, now - start >= Self.timeout { return .now(silence) }
            state.waiting.append(continuation)
            defer { state.checkStart = state.checkStart ?? now }
            return .later(begins: state.checkStart == nil)
        }
    }

    private func check() async {
        let watch = Task {
            guard (try? await clock.sleep(for: Self.timeout)) != nil else { return }
            note(silence, isOver: false)
        }
        do throws(ErrorWrapper) {
            try await checkSubject()
            note(nil, isOver: true)
        } catch {
            note(error, isOver: true)
        }
        watch.cancel()
    }

    private var silence: ErrorWrapper { .system(error: .dataStore(.unreadable(location: subject, content: nil))) }

    private func note(_ problem: ErrorWrapper?, isOver: Bool) {
        let (waiting, isNews) = state.withLock { state in
            // The check may have ended at the same moment.
            guard isOver || state.checkStart.map({ clock.uptime - $0 >= Self.timeout }) == true else {
                return ([CheckedContinuation<ErrorWrapper?, Never>](), false)
            }
            let isNews = (state.problem == nil) != (problem == nil)
            state.problem = problem
            if isOver { (state.since, state.checkStart) = (clock.uptime, nil) }
            defer { state.waiting = [] }
            return (state.waiting, isNews)
        }
        for continuation in waiting { continuation.resume(returning: problem) }
        guard isNews else { return }
        if let problem {
            logger.warning(
                "not ready",
                metadata: isOver
                    ? Logger.Metadata.failure(problem)
                    : ["explanation": "\(subject) has not answered for \(Self.timeout)"])
        } else {
            logger.notice("ready again")
        }
    }
}
#endif
