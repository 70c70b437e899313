import Foundation
import Synchronization

extension LoopbackServer {
    /// The server's end of a connection.
    final class Connection: Sendable {
        private let socket: Int32
        private let keepsAlive = Mutex(false)

        init(_ socket: Int32) {
            self.socket = socket
        }

        var isKeptAlive: Bool { keepsAlive.withLock { $0 } }

        func keepAlive() { keepsAlive.withLock { $0 = true } }

        /// `false` once the client has hung up.
        @discardableResult
        func send(_ bytes: some Collection<UInt8>) -> Bool {
            var rest = Array(bytes)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, noSignal) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        @discardableResult
        func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Returns when the client has hung up.
        func waitForHangUp() {
            var byte: UInt8 = 0
            while recv(socket, &byte, 1, 0) > 0 {}
        }

        func close() {
            _ = Foundation.close(socket)
        }

        /// `nil` when the client hangs up before the request is complete.
        func readRequest() -> Request? {
            var head = ""
            while !head.hasSuffix("\r\n\r\n") {
                guard let byte = readBytes(1)?.first else { return nil }
                head.unicodeScalars.append(Unicode.Scalar(byte))
            }
            let lines = head.split(separator: "\r\n").map(String.init)
            let words = lines.first?.split(separator: " ").map(String.init) ?? []
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                headers[parts[0].lowercased()] = parts.count > 1 ? parts[1] : ""
            }
            guard words.count == 3, let body = readBytes(Int(headers["content-length"] ?? "") ?? 0) else { return nil }
            return Request(
                method: words[0], path: words[1], headers: headers, body: String(decoding: body, as: UTF8.self))
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
