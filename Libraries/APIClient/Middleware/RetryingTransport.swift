import HTTPTypes
public import UsecasesEngine

/// Retries requests that may have failed temporarily. Only requests with an idempotent method or an idempotency key are
/// retried.
///
/// The result is the result of the last attempt. A pause that would end after the deadline never begins.
public struct RetryingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let policy: RetryPolicy
    private let clock: any Clock
    private let randomSource: any RandomSource

    package init(
        _ base: any HTTPTransport, policy: RetryPolicy, clock: any Clock, randomSource: any RandomSource
    ) {
        self.base = base
        self.policy = policy
        self.clock = clock
        self.randomSource = randomSource
    }

    /// Returns the first result that needs no retry, or the last result.
    public func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        let start = clock.uptime
        var attempts: [Attempt] = []
        while true {
            let begin = clock.uptime
            let outcome = await Outcome(of: { () async throws(TransportError) in
                try await attempt(request, within: start + policy.deadline - begin)
            })
            let end = clock.uptime
            attempts.append(Attempt(start: begin - start, duration: end - begin, outcome: outcome.name))

            guard let pause = pause(after: outcome, attempts: attempts.count, request),
                end + pause < start + policy.deadline, !Deadline.precedesEnd(of: pause)
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

    private func attempt(_ request: APIRequest, within rest: Duration) async throws(TransportError) -> APIResponse {
        // The deadline of the whole call ends the attempt earlier.
        if Deadline.precedesEnd(of: rest) { return try await base.exchange(request) }
        return try await withDeadline(rest, on: clock) { [base] () async throws(TransportError) in
            try await base.exchange(request)
        }
    }

    private typealias Outcome = Result<APIResponse, TransportError>

    /// Returns the pause before the next attempt. Returns `nil` if the request is not retried.
    private func pause(after outcome: Outcome, attempts: Int, _ request: APIRequest) -> Duration? {
        guard attempts < policy.attempts, request.isRepeatable else { return nil }
        switch outcome {
        case .success(let response):
            // A refusal whose body was cut off may be complete at the next attempt.
            guard policy.statuses.contains(response.head.status.code) || response.isCutOff else { return nil }
            let wanted = RetryAfter(response.head.headerFields)?.pause(from: clock.now) ?? .zero
            return max(wanted, policy.backoff.pause(after: attempts, randomSource))
        case .failure(let error):
            guard case .disconnected = error.kind else { return nil }
            return policy.backoff.pause(after: attempts, randomSource)
        }
    }
}

extension Result<APIResponse, TransportError> {
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

/// The limits on the number, the pauses and the duration of retries.
public struct RetryPolicy: Sendable, Hashable {
    /// The maximum number of attempts, including the first one. At least 1.
    public var attempts: Int
    /// The pauses between attempts, unless the server requests a longer one.
    public var backoff: Backoff
    /// The maximum duration of all attempts and pauses together.
    public var deadline: Duration
    /// The statuses that lead to a retry.
    public var statuses: Set<Int>

    /// Creates a policy. Fewer than 1 `attempts` become 1.
    public init(
        attempts: Int = 3, backoff: Backoff = Backoff(first: .milliseconds(100), longest: .seconds(2)),
        deadline: Duration = .seconds(8), statuses: Set<Int> = [408, 429, 502, 503, 504]
    ) {
        self.attempts = max(1, attempts)
        self.backoff = backoff
        self.deadline = deadline
        self.statuses = statuses
    }
}
