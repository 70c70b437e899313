#if Server
import Synchronization
package import Usecases

/// Limits how many connections there may be at once: in total, and from one client. Places are reserved for operators.
///
/// A client is an address, or an IPv6 network of 64 bits, which one client can choose its addresses from.
package final class ConnectionPlaces: Sendable {
    /// How many places are reserved for operators, in addition to the others.
    package static let reserved = 64
    /// The time between two reports of refused connections.
    private static let silence = Duration.seconds(10)
    /// From this many connections on, giving their memory back is worth the time that it takes.
    private static let crowd = 128

    /// The numbers of connections, and the addresses that are exempt from some of them.
    public struct Limits: Sendable {
        /// The most connections at once, apart from those reserved for operators.
        public var connections: Int
        package var perClient: Int
        package var operators: [AddressRange]
        /// Proxies stand for many clients: only the total limit counts for them.
        package var proxies: [AddressRange]

        /// Creates limits: `perClient` is the most connections from one client at once.
        public init(connections: Int, perClient: Int, operators: [AddressRange], proxies: [AddressRange]) {
            self.connections = connections
            self.perClient = perClient
            self.operators = operators
            self.proxies = proxies
        }
    }

    /// Why a connection gets no place.
    public enum Refusal: String, Sendable, CaseIterable {
        /// The client has as many connections as one may have.
        case client
        /// There are as many connections as there may be.
        case all
    }

    private struct Places {
        var count = 0
        /// The highest count since a crowd was last over.
        var most = 0
        var operators = 0
        var byClient: [ClientAddress: Int] = [:]
        var unreported = 0
        var reportedAt: Duration?
    }

    /// The last places are for clients that have none yet, so that a few clients cannot keep all others out: a probe
    /// of `/health` among them.
    private var lastPlaces: Int { min(Self.reserved, limits.connections / 16) }

    private let limits: Limits
    private let clock: any Clock
    private let places = Mutex(Places())

    package init(limits: Limits, clock: any Clock) {
        self.limits = limits
        self.clock = clock
    }

    /// Takes a place for a connection, to be given back by ``leave(_:)``, or returns the reason why there is none.
    package func enter(_ address: ClientAddress) -> Refusal? {
        let client = address.network
        return places.withLock { places in
            if isOperator(address) {
                guard places.count < limits.connections || places.operators < Self.reserved else { return .all }
                places.operators += 1
            } else {
                let isNew = places.byClient[client] == nil
                guard places.count < limits.connections - (isNew ? 0 : lastPlaces) else { return .all }
                guard places.byClient[client, default: 0] < limits.perClient || isProxy(address) else { return .client }
            }
            places.count += 1
            places.most = max(places.most, places.count)
            places.byClient[client, default: 0] += 1
            return nil
        }
    }

    /// Returns whether a crowd is over: three quarters of many connections have left.
    package func leave(_ address: ClientAddress) -> Bool {
        let client = address.network
        return places.withLock { places in
            places.count -= 1
            if isOperator(address) { places.operators -= 1 }
            let left = places.byClient[client, default: 1] - 1
            places.byClient[client] = left > 0 ? left : nil
            guard places.most >= Self.crowd, places.count <= places.most / 4 else { return false }
            places.most = places.count
            return true
        }
    }

    /// Counts a refused connection, and returns how many there were if a report is due: a client with too many
    /// connections must not flood the log.
    package func report() -> Int? {
        let now = clock.uptime
        return places.withLock { places in
            places.unreported += 1
            if let reportedAt = places.reportedAt, now - reportedAt < Self.silence { return nil }
            defer { (places.unreported, places.reportedAt) = (0, now) }
            return places.unreported
        }
    }

    /// How many connections there are.
    package var count: Int { places.withLock(\.count) }

    /// How many clients they are from.
    package var clientCount: Int { places.withLock(\.byClient.count) }

    private func isOperator(_ address: ClientAddress) -> Bool {
        limits.operators.contains { $0.contains(address) } && !isProxy(address)
    }

    private func isProxy(_ address: ClientAddress) -> Bool {
        limits.proxies.contains { $0.contains(address) }
    }
}
#endif
