import HTTPTypes
package import Usecases

/// Retries requests that failed for a possibly temporary reason, if that is safe: with an idempotent method, or an
/// idempotency key.
///
/// When it gives up, it returns the result of the last attempt. It never begins a pause that would end after the
/// deadline.
public struct RetryingTransport: TimedTransport {
    private let base: any HttpTransport
    private let policy: RetryPolicy
    private let budget: RetryBudget?
    private let clock: any Clock
    private let randomSource: any RandomSource

    package init(
        _ base: any HttpTransport, policy: RetryPolicy = RetryPolicy(), budget: RetryBudget? = nil, clock: any Clock,
        randomSource: any RandomSource
    ) {
        self.base = base
        self.policy = policy
        self.budget = budget
        self.clock = clock
        self.randomSource = randomSource
    }

    /// Returns the first result that needs no retry, or the last one; the deadline is that of all attempts together.
    public func exchange(
        _ request: HttpRequest, until deadline: Deadline?
    ) async throws(TransportError) -> HttpResponse {
        budget?.earn()
        let start = clock.uptime
        var attempts: [Attempt] = []
        while true {
            let begin = clock.uptime
            let outcome = await attempt(request, remaining: start + policy.deadline - begin, until: deadline)
            let end = clock.uptime
            attempts.append(Attempt(start: begin - start, duration: end - begin, outcome: outcome.name))

            guard let pause = pause(after: outcome, attempts: attempts.count, request),
                end + pause < start + policy.deadline, !(deadline?.precedesEnd(of: pause) ?? false),
                budget?.spend() ?? true
            else { return try outcome.telling(attempts).get() }
            if case .success(let response) = outcome { response.discard() }
            attempts[attempts.count - 1].pause = pause
            do {
                try await clock.sleep(for: pause)
            } catch {
                let cancelled = Outcome.failure(TransportError(.cancelled, request: request))
                return try cancelled.telling(attempts).get()
            }
        }
    }

    private typealias Outcome = Result<HttpResponse, TransportError>

    private func attempt(_ request: HttpRequest, remaining: Duration, until deadline: Deadline?) async -> Outcome {
        do throws(TransportError) {
            return .success(try await base.exchange(request, within: remaining, on: clock, until: deadline))
        } catch {
            return .failure(error)
        }
    }

    /// `nil` if there is to be no further attempt.
    private func pause(after outcome: Outcome, attempts: Int, _ request: HttpRequest) -> Duration? {
        guard attempts < policy.attempts, request.isRepeatable else { return nil }
        switch outcome {
        case .success(let response):
            guard policy.statuses.contains(response.head.status.code) else { return nil }
            let wanted = RetryAfter(response.head.headerFields)?.pause(from: clock.now) ?? .zero
            return max(wanted, policy.pause(after: attempts, randomSource))
        case .failure(let error):
            guard case .disconnected = error.kind else { return nil }
            return policy.pause(after: attempts, randomSource)
        }
    }
}

extension Result<HttpResponse, TransportError> {
    fileprivate var name: String {
        switch self {
        case .success(let response): "status \(response.head.status.code)"
        case .failure(let error): error.description
        }
    }

    fileprivate func telling(_ attempts: [Attempt]) -> Self {
        switch self {
        case .success(var response):
            response.attempts = attempts
            return .success(response)
        case .failure(var error):
            error.attempts = attempts
            return .failure(error)
        }
    }
}
