import OpenCombine

/// The unchanged engine of the seed, on OpenCombine. It runs a use case by recursion.
protocol Usecase {
    func next() -> AnyPublisher<Self, any Error>?
}

extension Usecase {
    func just(next: Self) -> AnyPublisher<Self, any Error> {
        Deferred {
            Future<Self, any Error> { promise in
                promise(.success(next))
            }
        }
        .eraseToAnyPublisher()
    }

    private func recursive(contexts: [Self]) -> AnyPublisher<[Self], any Error> {
        guard let context = contexts.last else { preconditionFailure("a run has an initial scene") }

        guard let future = context.next() else {
            return Deferred {
                Future<[Self], any Error> { promise in
                    promise(.success(contexts))
                }
            }
            .eraseToAnyPublisher()
        }

        return
            future
            .flatMap { nextContext -> AnyPublisher<[Self], any Error> in
                var contexts = contexts
                contexts.append(nextContext)
                return self.recursive(contexts: contexts)
            }
            .eraseToAnyPublisher()
    }

    func interact() -> AnyPublisher<[Self], any Error> {
        recursive(contexts: [self])
    }
}
