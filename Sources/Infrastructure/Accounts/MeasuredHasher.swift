#if Server
package import CalearningDomain
package import CoreMetrics
import Metrics
package import UsecasesEngine

/// A hasher that measures the duration of each hash of a password.
package struct MeasuredHasher: CredentialHasher {
    private let base: any CredentialHasher
    private let clock: any Clock
    private let duration: Metrics.Timer

    package init(_ base: any CredentialHasher, clock: any Clock, metrics: any MetricsFactory) {
        self.base = base
        self.clock = clock
        duration = Timer(label: "\(Product.own.name)_hash_duration_seconds", factory: metrics)
    }

    package func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash {
        try await measured { () async throws(ErrorWrapper) in try await base.hash(password) }
    }

    package func compare(_ password: Password, with hash: PasswordHash?) async throws(ErrorWrapper) -> Comparison {
        try await measured { () async throws(ErrorWrapper) in try await base.compare(password, with: hash) }
    }

    package func digest(of secret: Secret) async throws(ErrorWrapper) -> TokenDigest {
        try await base.digest(of: secret)
    }

    private func measured<Value: Sendable>(
        _ work: () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        let start = clock.uptime
        let value = try await work()
        duration.record(duration: clock.uptime - start)
        return value
    }
}

extension MeasuredHasher: TimeBounded {
    package func longest(_ operation: OperationName) async -> Duration? {
        await (base as? any TimeBounded)?.longest(operation)
    }
}
#endif
