import Synchronization

/// Limits retries to a fraction of the calls, so that a service in trouble is not overwhelmed. Share one budget among
/// all callers of the service.
public final class RetryBudget: Sendable {
    private let capacity: Double
    private let deposit: Double
    private let balance: Mutex<Double>

    /// `capacity` retries are free, and each call adds `ratio` of another one, up to the capacity.
    package init(capacity: Int = 10, ratio: Double = 0.1) {
        self.capacity = Double(max(0, capacity))
        deposit = min(1, max(0, ratio))
        balance = Mutex(Double(max(0, capacity)))
    }

    func earn() {
        balance.withLock { $0 = min(capacity, $0 + deposit) }
    }

    /// `false` if no retry is left.
    func spend() -> Bool {
        balance.withLock { balance in
            guard balance >= 1 else { return false }
            balance -= 1
            return true
        }
    }
}
