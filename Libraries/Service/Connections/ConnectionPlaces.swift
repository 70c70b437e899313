#if Server
import Synchronization
package import UsecasesEngine

/// Limits the number of concurrent connections, in total and for each client. Some places are reserved for operators.
///
/// A client is an address, or an IPv6 network of 64 bits whose addresses one client can choose.
package final class ConnectionPlaces: Sendable {
    /// The number of places that are reserved for operators, in addition to the others.
    package static let reserved = 64
    /// The time between two reports of refused connections.
    private static let silence = Duration.seconds(10)
    /// The minimum size of a crowd. For fewer connections, returning their memory is not worth its time.
    private static let crowd = 128

    /// The reason why a connection gets no place.
    public enum Refusal: String, Sendable, CaseIterable {
        /// The client has reached its limit of connections.
        case client
        /// The total limit of connections is reached.
        case all
    }

    private struct Places {
        var count = 0
        /// The highest count since the last crowd ended.
        var most = 0
        var operators = 0
        var byClient: [ClientAddress: Int] = [:]
        var unreported = 0
        var reportedAt: Duration?
    }

    /// The number of places that only clients without a connection may take. They keep a few clients from blocking all
    /// others, such as a probe of `/health`.
    private var lastPlaces: Int { min(Self.reserved, connections / 16) }

    private let connections: Int
    private let perClient: Int
    private let operators: [AddressRange]
    private let proxies: [AddressRange]
    private let clock: any Clock
    private let places = Mutex(Places())

    /// Creates places. `connections` is the maximum number of concurrent connections, without the places reserved for
    /// operators, and `perClient` that number for one client. Trusted proxies stand for many clients, so only the total
    /// limit applies to them.
    package init(
        connections: Int, perClient: Int, operators: [AddressRange], proxies: [AddressRange], clock: any Clock
    ) {
        self.connections = connections
        self.perClient = perClient
        self.operators = operators
        self.proxies = proxies
        self.clock = clock
    }

    /// Takes a place for a connection until ``leave(_:)``, or returns the reason for the refusal.
    package func enter(_ address: ClientAddress) -> Refusal? {
        let client = address.network
        return places.withLock { places in
            if isOperator(address) {
                guard places.count < connections || places.operators < Self.reserved else { return .all }
                places.operators += 1
            } else {
                let isNew = places.byClient[client] == nil
                guard places.count < connections - (isNew ? 0 : lastPlaces) else { return .all }
                guard places.byClient[client, default: 0] < perClient || proxies.contains(address) else {
                    return .client
                }
            }
            places.count += 1
            places.most = max(places.most, places.count)
            places.byClient[client, default: 0] += 1
            return nil
        }
    }

    /// Frees a place. Returns whether a crowd has ended, because three quarters of its connections have left.
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

    /// Counts a refused connection, and returns the number of unreported ones if a report is due. A client with too
    /// many connections must not flood the log.
    package func report() -> Int? {
        let now = clock.uptime
        return places.withLock { places in
            places.unreported += 1
            if let reportedAt = places.reportedAt, now - reportedAt < Self.silence { return nil }
            defer { (places.unreported, places.reportedAt) = (0, now) }
            return places.unreported
        }
    }

    /// The number of connections.
    package var count: Int { places.withLock(\.count) }

    /// The number of connected clients.
    package var clientCount: Int { places.withLock(\.byClient.count) }

    private func isOperator(_ address: ClientAddress) -> Bool { operators.contains(address, except: proxies) }
}
#endif
