import Foundation
import Synchronization

extension LoopbackServer {
    /// The server's end of a connection.
    package final class Connection: Sendable {
        private let socket: Int32
        private let keepsAlive = Mutex(false)

        init(_ socket: Int32) {
            self.socket = socket
        }

        var isKeptAlive: Bool { keepsAlive.withLock { $0 } }

        package func keepAlive() { keepsAlive.withLock { $0 = true } }

        /// Sends the bytes. Returns `false` once the client has hung up.
        @discardableResult
        package func send(_ bytes: some Collection<UInt8>) -> Bool {
            var rest = Array(bytes)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, noSignal) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        @discardableResult
        package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Returns whether the client has sent a byte, or has hung up.
        @discardableResult
        package func waitForByte() -> Bool {
            var byte: UInt8 = 0
            return recv(socket, &byte, 1, 0) == 1
        }

        /// Returns when the client has hung up.
        package func waitForHangUp() {
            var byte: UInt8 = 0
            while recv(socket, &byte, 1, 0) > 0 {}
        }

        func close() {
            _ = Foundation.close(socket)
        }

        /// Reads a request. Returns `nil` if the client hangs up before the request is complete.
        package func readRequest() -> Request? {
            guard let head = readHead() else { return nil }
            if head.headers["expect"]?.lowercased() == "100-continue" { send("HTTP/1.1 100 Continue\r\n\r\n") }
            guard let body = readBytes(Int(head.headers["content-length"] ?? "") ?? 0) else { return nil }
            return Request(
                method: head.method, path: head.path, headers: head.headers, body: String(decoding: body, as: UTF8.self)
            )
        }

        /// Reads a request without its body. Fields with equal names are joined, as in RFC 9110, 5.3.
        package func readHead() -> Request? {
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                guard let byte = readBytes(1)?.first else { return nil }
                head.append(byte)
            }
            let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
            let words = lines.first?.split(separator: " ").map(String.init) ?? []
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                let name = parts[0].lowercased()
                headers[name] = (headers[name].map { "\($0), " } ?? "") + (parts.count > 1 ? parts[1] : "")
            }
            guard words.count == 3 else { return nil }
            return Request(method: words[0], path: words[1], headers: headers, body: "")
        }

        /// Reads and discards the given number of bytes. Returns the number that arrived before the client hung up.
        package func drain(_ count: Int) -> Int {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var total = 0
            while total < count {
                let read = recv(socket, &buffer, min(buffer.count, count - total), 0)
                guard read > 0 else { break }
                total += read
            }
            return total
        }

        private func readBytes(_ count: Int) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: count)
            var start = 0
            while start < count {
                let read = bytes.withUnsafeMutableBytes {
                    recv(socket, $0.baseAddress.map { $0 + start }, count - start, 0)
                }
                guard read > 0 else { return nil }
                start += read
            }
            return bytes
        }
    }
}

#if canImport(Darwin)
private let noSignal: Int32 = 0
#else
private let noSignal = Int32(truncatingIfNeeded: MSG_NOSIGNAL)
#endif
