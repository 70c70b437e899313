#if Server
package import Logging
import Synchronization
package import Usecases

/// Whether the service can do its work. However many clients ask, what it needs is checked at most once at a time and
/// once a second, and a line is logged only when the answer changes.
public final class Readiness: Sendable {
    /// How long an outcome is valid.
    private static let validity = Duration.seconds(1)
    /// How long a check may take before it counts as failed; it continues nevertheless.
    private static let timeout = Duration.seconds(2)

    private struct State {
        /// What keeps the service from its work; `nil` if nothing does.
        var problem: ErrorWrapper?
        /// When the outcome was known; `nil` before the first one.
        var since: Duration?
        /// When the check under way began.
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

    /// `subject` is what the service needs, such as "the database"; `check` returns if it answers.
    package init(
        of subject: String, clock: any Clock, logger: Logger,
        check: @escaping @Sendable () async throws(ErrorWrapper) -> Void
    ) {
        self.subject = subject
        checkSubject = check
        self.clock = clock
        self.logger = logger
    }

    /// What keeps the service from its work, or `nil`. Waits 2 seconds at most.
    package func problem() async -> ErrorWrapper? {
        await withCheckedContinuation { continuation in
            switch reply(to: continuation) {
            case .now(let problem): continuation.resume(returning: problem)
            case .later(begins: false): break
            case .later(begins: true):
                // In a task of its own, because the client may be gone before the check ends.
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

    private var silence: ErrorWrapper { .system(error: .dataStore(.読み込みに失敗(location: subject, content: .database))) }

    private func note(_ problem: ErrorWrapper?, isOver: Bool) {
        let (waiting, isNews) = state.withLock { state in
            // The check may have ended at this very moment.
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
