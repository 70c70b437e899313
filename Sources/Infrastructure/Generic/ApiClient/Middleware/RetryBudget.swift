import Synchronization

/// Keeps retries a fraction of the calls, so that a service in trouble is not buried under them. Share one among all
/// that call the service.
package final class RetryBudget: Sendable {
    private let capacity: Double
    private let deposit: Double
    private let balance: Mutex<Double>

    /// `capacity` retries are free, and each call earns `ratio` of one more, up to the capacity.
    package init(capacity: Int = 10, ratio: Double = 0.1) {
        self.capacity = Double(max(0, capacity))
        deposit = min(1, max(0, ratio))
        balance = Mutex(Double(max(0, capacity)))
    }

    func earn() {
        balance.withLock { $0 = min(capacity, $0 + deposit) }
    }

    /// `false` if there is nothing left to repeat anything with.
    func spend() -> Bool {
        balance.withLock { balance in
            guard balance >= 1 else { return false }
            balance -= 1
            return true
        }
    }
}
