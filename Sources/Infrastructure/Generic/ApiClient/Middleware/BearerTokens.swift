package import Domain
import Synchronization

/// A token and, if it is known, when it ends.
package struct BearerToken: Sendable, Hashable {
    package let secret: Secret
    package let expiry: Timestamp?

    package init(_ secret: Secret, expiry: Timestamp? = nil) {
        self.secret = secret
        self.expiry = expiry
    }
}

/// The token that all requests share. However many need a new one at once, it is refreshed once.
package final class BearerTokens: Sendable {
    private typealias Waiter = CheckedContinuation<Result<BearerToken, any Error>, Never>

    private struct State {
        var current: BearerToken?
        var refresh: Task<Void, Never>?
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private let clock: any Clock
    private let refresh: @Sendable () async throws -> BearerToken
    private let state: Mutex<State>

    /// `refresh` gets a new token; when it fails, so does every request that waits for it, with its error as the cause,
    /// and the next request tries anew. It is cancelled when nobody waits for it any more.
    package init(
        _ current: BearerToken? = nil, clock: any Clock, refresh: @escaping @Sendable () async throws -> BearerToken
    ) {
        self.clock = clock
        self.refresh = refresh
        state = Mutex(State(current: current))
    }

    /// How many requests wait for a new token now.
    package var waitingCount: Int { state.withLock(\.waiters.count) }

    /// One that has not expired and is not the one that was refused.
    func token(insteadOf refused: BearerToken?) async throws -> BearerToken {
        let identifier = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in wait(identifier, waiter, insteadOf: refused) }
        } onCancel: {
            leave(identifier)
        }
        return try outcome.get()
    }

    private func wait(_ identifier: Int, _ waiter: Waiter, insteadOf refused: BearerToken?) {
        let outcome = state.withLock { state -> Result<BearerToken, any Error>? in
            // Whoever is cancelled later on finds itself among those who wait.
            if Task.isCancelled { return .failure(CancellationError()) }
            if let current = state.current, current != refused, current.expiry.map({ clock.now < $0 }) ?? true {
                return .success(current)
            }
            state.waiters[identifier] = waiter
            if state.refresh == nil { state.refresh = Task { await run() } }
            return nil
        }
        if let outcome { waiter.resume(returning: outcome) }
    }

    private func run() async {
        let outcome: Result<BearerToken, any Error>
        do {
            outcome = .success(try await refresh())
        } catch {
            outcome = .failure(error)
        }
        let waiters = state.withLock { state in
            defer {
                state.waiters = [:]
                state.refresh = nil
            }
            if case .success(let token) = outcome { state.current = token }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    private func leave(_ identifier: Int) {
        let (waiter, abandoned) = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: identifier)
            return (waiter, waiter != nil && state.waiters.isEmpty ? state.refresh : nil)
        }
        abandoned?.cancel()
        waiter?.resume(returning: .failure(CancellationError()))
    }
}
