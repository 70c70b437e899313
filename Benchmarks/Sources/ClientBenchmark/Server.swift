import Foundation

/// A server that answers every request with the same small JSON object, as fast as it can. Each connection has a
/// thread.
enum Server {
    private static let answer = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 26\r\n\r\n{\"id\":1,\"login\":\"octocat\"}"
            .utf8)

    static func run() throws {
        #if canImport(Darwin)
        let listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 256) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isReady else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        print(UInt16(bigEndian: address.sin_port))
        fflush(nil)
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { continue }
            Thread.detachNewThread { serve(connection) }
        }
    }

    private static func serve(_ connection: Int32) {
        var on: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        var buffer = [UInt8](repeating: 0, count: 4096)
        var filled = 0
        while true {
            let count = buffer.withUnsafeMutableBytes {
                recv(connection, $0.baseAddress.map { $0 + filled }, $0.count - filled, 0)
            }
            guard count > 0 else { break }
            filled += count
            // Requests have no body, and a client waits for its answer before it sends the next request.
            guard filled >= 4, buffer[(filled - 4)..<filled].elementsEqual([13, 10, 13, 10]) else { continue }
            filled = 0
            guard send(connection, answer, answer.count, 0) == answer.count else { break }
        }
        close(connection)
    }
}
