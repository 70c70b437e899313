import Foundation
import Synchronization

/// An HTTP server on loopback. Its answers can be correct, wrong, partial, slow or missing.
package final class LoopbackServer: Sendable {
    package struct Request: Sendable {
        package let method: String
        package let path: String
        /// The header fields, keyed by name in lower case.
        package let headers: [String: String]
        package let body: String
    }

    /// Handles a connection once its request has been read. When it returns, the connection is closed.
    package typealias Answer = @Sendable (Connection, Request) -> Void

    package enum Family: Sendable {
        case v4, v6
    }

    package let port: UInt16
    private let family: Family
    private let listener: Int32
    private let serving: @Sendable (LoopbackServer, Connection) -> Void
    private let state = Mutex(State())
    private let stopped = DispatchSemaphore(value: 0)

    private struct State {
        var requests: [Request] = []
        var waiting: [AsyncStream<Void>.Continuation] = []
        var isStopped = false
        var connectionCount = 0
    }

    package var address: String {
        switch family {
        case .v4: "http://127.0.0.1:\(port)"
        case .v6: "http://[::1]:\(port)"
        }
    }
    /// The number of connections that clients have opened so far.
    package var connectionCount: Int { state.withLock { $0.connectionCount } }
    package var requests: [Request] { state.withLock { $0.requests } }

    /// Starts a server whose answers do not depend on the request.
    package convenience init(family: Family = .v4, _ answer: @escaping @Sendable (Connection) -> Void) throws {
        try self.init(family: family) { connection, _ in answer(connection) }
    }

    package convenience init(family: Family = .v4, _ answer: @escaping Answer) throws {
        try self.init(
            family: family,
            serving: { server, connection in
                while let request = connection.readRequest() {
                    server.note(request)
                    answer(connection, request)
                    guard connection.isKeptAlive else { break }
                }
            })
    }

    /// Starts a server that reads requests itself. The connection is closed when `serving` returns.
    package init(family: Family = .v4, serving: @escaping @Sendable (LoopbackServer, Connection) -> Void) throws {
        self.serving = serving
        self.family = family
        listener = socket(family.number, streamSocket, 0)
        let isListening = Self.withAddress(family, port: 0) { [listener] in
            bind(listener, $0, $1) == 0 && listen(listener, 256) == 0
        }
        guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        port = try Self.port(of: listener)
        Thread.detachNewThread { [self] in accept() }
    }

    /// Returns a free port for another server. No connection to it was opened, because a connection would occupy it for
    /// a minute.
    package static func unusedPort() throws -> UInt16 {
        let socket = socket(AF_INET, streamSocket, 0)
        defer { close(socket) }
        guard withAddress(.v4, port: 0, { bind(socket, $0, $1) == 0 }) else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        return try port(of: socket)
    }

    private static func port(of socket: Int32) throws -> UInt16 {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) == 0 }
        }
        guard isNamed else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        // The port is at the same offset in both families.
        return UInt16(bigEndian: address.sin6_port)
    }

    /// Accepts no more connections. Open ones stay open until their answers are complete.
    package func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        // The accepting thread also closes the socket, so its number cannot be reused earlier.
        let knock = socket(family.number, streamSocket, 0)
        Self.withAddress(family, port: port) { _ = connect(knock, $0, $1) }
        stopped.wait()
        close(knock)
    }

    /// Returns when a request has been read in full, or when the task is cancelled.
    package func requestArrived() async {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            if !state.requests.isEmpty { return arrival.finish() }
            state.waiting.append(arrival)
        }
        for await _ in arrivals {}
    }

    private static func withAddress<Result>(
        _ family: Family, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        switch family {
        case .v4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            address.sin_port = port.bigEndian
            return withBytes(of: address, body)
        case .v6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_addr = in6addr_loopback
            address.sin6_port = port.bigEndian
            return withBytes(of: address, body)
        }
    }

    private static func withBytes<Address, Result>(
        of address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    private func accept() {
        while true {
            let socket = Foundation.accept(listener, nil, nil)
            guard socket >= 0 else { continue }
            guard !state.withLock({ $0.isStopped }) else {
                close(socket)
                close(listener)
                stopped.signal()
                return
            }
            state.withLock { $0.connectionCount += 1 }
            Thread.detachNewThread { [self] in serve(Connection(socket)) }
        }
    }

    /// Adds a request to the received ones.
    package func note(_ request: Request) {
        let waiting = state.withLock { state in
            state.requests.append(request)
            defer { state.waiting = [] }
            return state.waiting
        }
        for arrival in waiting { arrival.finish() }
    }

    private func serve(_ connection: Connection) {
        serving(self, connection)
        connection.close()
    }
}

extension LoopbackServer.Family {
    fileprivate var number: Int32 {
        switch self {
        case .v4: AF_INET
        case .v6: AF_INET6
        }
    }
}

#if canImport(Darwin)
private let streamSocket = SOCK_STREAM
#else
private let streamSocket = Int32(SOCK_STREAM.rawValue)
#endif
