import Foundation

/// A connection to a server on loopback that can send any bytes.
package final class RawConnection: Sendable {
    private let socket: Int32

    /// Opens a connection and sends the text. `receiveBuffer` is the size of the system's receive buffer in bytes.
    package init(port: Int, receiveBuffer: Int32? = nil, sending text: String = "") throws {
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var receiveBuffer {
            setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        if !text.isEmpty { send(text) }
    }

    deinit {
        close(socket)
    }

    /// Sends as much as the other end accepts. Returns `false` if it has closed.
    @discardableResult
    package func send(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(text.utf8) }

    /// Sends the chunk repeatedly on a separate thread, until the other end has closed or `limit` bytes are sent.
    /// Returns the number of accepted bytes.
    package func flood(_ chunk: String, limit: Int) async -> Int {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var sent = 0
                while sent < limit, send(chunk) { sent += chunk.utf8.count }
                continuation.resume(returning: sent)
            }
        }
    }

    /// Signals that nothing more will be sent.
    package func finish() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Lets closing reset the connection instead of ending it in an orderly way.
    package func resetsWhenClosed() {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }

    /// Reads on a separate thread, as ``received(until:)`` does.
    package func read(until isEnough: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in continuation.resume(returning: received(until: isEnough)) }
        }
    }

    /// Reads until the other end closes, or `isEnough` is satisfied. Stops after four minutes of silence, like
    /// the services of specs.
    package func received(until isEnough: ([UInt8]) -> Bool = { _ in false }) -> [UInt8] {
        var timeout = timeval(tv_sec: 240, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while !isEnough(bytes) {
            let count = recv(socket, &chunk, chunk.count, 0)
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    /// Returns the next complete answer, or `nil` if the connection is closed before it. Only for clients that send one
    /// request at a time.
    package func answer() async -> RawAnswer? {
        RawAnswer.all(in: await read { !RawAnswer.all(in: $0).isEmpty }).first
    }

    /// Returns all answers until the connection is closed.
    package func answers() async -> [RawAnswer] {
        RawAnswer.all(in: await read())
    }
}

extension RawConnection {
    /// Returns a request. A body is JSON, and `key` is the idempotency key. The last request asks the server to close the
    /// connection.
    package static func request(
        _ path: String, _ method: String = "GET", _ body: String = "", key: String? = nil, isLast: Bool = false
    ) -> String {
        let fields =
            ["Host: localhost"] + (isLast ? ["Connection: close"] : []) + (key.map { ["Idempotency-Key: \($0)"] } ?? [])
            + (body.isEmpty ? [] : ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"])
        return "\(method) \(path) HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }
}
