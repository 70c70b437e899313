#if Server
package import Domain
import Synchronization

/// How many connections there may be at once: in all, and from one client. Operators always find a place.
///
/// A client is an address, or an IPv6 network of 64 bits, which one client can choose its addresses from.
package final class ConnectionPlaces: Sendable {
    /// Of those that are kept for operators, beside the others.
    package static let reserved = 64
    /// How much time is between two reports of connections that were refused.
    private static let silence = Duration.seconds(10)
    /// As many connections are worth the time that it takes to give their memory back.
    private static let crowd = 128

    package struct Limits: Sendable {
        package var connections: Int
        package var perClient: Int
        package var operators: [AddressRange]
        /// They stand for many clients: only the limit in all counts for them.
        package var proxies: [AddressRange]

        package init(connections: Int, perClient: Int, operators: [AddressRange], proxies: [AddressRange]) {
            self.connections = connections
            self.perClient = perClient
            self.operators = operators
            self.proxies = proxies
        }
    }

    package enum Refusal: String, Sendable, CaseIterable {
        /// The client has as many as one may have.
        case client
        /// There are as many as there may be.
        case all
    }

    private struct Places {
        var count = 0
        /// Since a crowd was last over.
        var most = 0
        var operators = 0
        var byClient: [ClientAddress: Int] = [:]
        var untold = 0
        var toldAt: Duration?
    }

    private let limits: Limits
    private let clock: any Clock
    private let places = Mutex(Places())

    package init(limits: Limits, clock: any Clock) {
        self.limits = limits
        self.clock = clock
    }

    /// Takes a place for a connection, which is to be given back by ``leave(_:)``, or says why there is none.
    package func enter(_ address: ClientAddress) -> Refusal? {
        let client = address.network
        return places.withLock { places in
            if isOperator(address) {
                guard places.count < limits.connections || places.operators < Self.reserved else { return .all }
                places.operators += 1
            } else {
                guard places.count < limits.connections else { return .all }
                guard places.byClient[client, default: 0] < limits.perClient || isProxy(address) else { return .client }
            }
            places.count += 1
            places.most = max(places.most, places.count)
            places.byClient[client, default: 0] += 1
            return nil
        }
    }

    /// Returns whether a crowd is over: three in four of many have left.
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

    /// Counts one that was refused, and returns how many there were if that is to be told now: whoever asks for too many
    /// must not write the log.
    package func report() -> Int? {
        let now = clock.uptime
        return places.withLock { places in
            places.untold += 1
            if let toldAt = places.toldAt, now - toldAt < Self.silence { return nil }
            defer { (places.untold, places.toldAt) = (0, now) }
            return places.untold
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
