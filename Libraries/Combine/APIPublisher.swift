import Synchronization
public import UsecasesAPIClient
public import UsecasesEngine

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension APIClient {
    /// Starts a new call for each subscriber when it first requests a value. Cancelling a subscription cancels its
    /// call.
    public func publisher<A: API>(for api: A) -> APIPublisher<A.Entity> where A.Service == Service {
        APIPublisher { completion in call(api, completion: completion) }
    }
}

/// Publishes one entity or one error, from a separate call for each subscriber.
public struct APIPublisher<Entity: Sendable>: Publisher {
    /// The decoded entity of a call.
    public typealias Output = Entity
    /// The error of a failed call.
    public typealias Failure = ErrorWrapper

    fileprivate let start: @Sendable (@escaping @Sendable (Result<Entity, ErrorWrapper>) -> Void) -> APICall

    /// Starts a call when the subscriber first requests a value.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Entity, S.Failure == ErrorWrapper {
        subscriber.receive(subscription: APISubscription(subscriber, start))
    }
}

private final class APISubscription<Entity: Sendable>: Subscription, Sendable {
    private enum State {
        case idle
        case calling(APICall?)
        case over
    }

    private let start: @Sendable (@escaping @Sendable (Result<Entity, ErrorWrapper>) -> Void) -> APICall
    /// Called at most once, by the caller that ends the subscription.
    private nonisolated(unsafe) let downstream: (Result<Entity, ErrorWrapper>) -> Void
    private let state = Mutex(State.idle)

    init<S: Subscriber>(
        _ subscriber: S,
        _ start: @escaping @Sendable (@escaping @Sendable (Result<Entity, ErrorWrapper>) -> Void) -> APICall
    ) where S.Input == Entity, S.Failure == ErrorWrapper {
        self.start = start
        downstream = { result in
            switch result {
            case .success(let entity):
                _ = subscriber.receive(entity)
                subscriber.receive(completion: .finished)
            case .failure(let error): subscriber.receive(completion: .failure(error))
            }
        }
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let isFirst = state.withLock { state in
            guard case .idle = state else { return false }
            state = .calling(nil)
            return true
        }
        guard isFirst else { return }
        let call = start { [self] result in finish(result) }
        let isCancelled = state.withLock { state in
            guard case .calling = state else { return true }
            state = .calling(call)
            return false
        }
        if isCancelled { call.cancel() }
    }

    func cancel() {
        state.withLock { state -> APICall? in
            defer { state = .over }
            guard case .calling(let call) = state else { return nil }
            return call
        }?.cancel()
    }

    private func finish(_ result: Result<Entity, ErrorWrapper>) {
        let isOver = state.withLock { state in
            defer { state = .over }
            if case .over = state { return true }
            return false
        }
        if !isOver { downstream(result) }
    }
}
