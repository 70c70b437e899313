import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesTestSupport
import UsecasesTesting

/// The resources that a transport uses, each measured in a separate process with no other users.
@Suite(.timeLimit(.minutes(5)), .enabled(if: isLinux, "reads /proc")) struct HTTPの輸送の資源 {
    static let sizes = [0, 1, 65_535, 65_536, 64 << 20]

    @Test(arguments: Self.sizes)
    func 受け取る本文がどれだけ長くてもメモリは増えない(size: Int) async {
        await #expect(processExitsWith: .success) { [size] in
            let server = try LoopbackServer { connection in
                connection.send(LoopbackServer.head(200, length: size))
                var sent = 0
                while sent < size {
                    let block = Pattern.bytes(from: sent, count: min(1 << 16, size - sent))
                    guard connection.send(block) else { return }
                    sent += block.count
                }
            }
            let transport = NetworkTransport()
            let before = try await ProcessStatus.peakMemory(afterUsing: transport)

            let response = try await transport.exchange(.fixture(.get, server.address, isStreamed: true))
            var received = 0
            for try await piece in try #require(response.stream) {
                precondition(Pattern.matches(piece, from: received))
                received += piece.count
            }

            precondition(received == size)
            let growth = try ProcessStatus.peakMemory() - before
            precondition(growth < 48 << 20, "\(growth) bytes")
        }
    }

    /// A stream and a complete response, each in pieces of a few bytes, with an initial pause of the reader.
    @Test(arguments: [true, false])
    func 細切れの本文でもメモリは増えない(isStreamed: Bool) async {
        await #expect(processExitsWith: .success) { [isStreamed] in
            let size = isStreamed ? 1 << 20 : 1 << 19
            let server = try LoopbackServer { connection in
                connection.send(LoopbackServer.head(200, length: nil, ["Transfer-Encoding": "chunked"]))
                let chunks = Array(String(repeating: "1\r\nx\r\n", count: 1 << 12).utf8)
                for _ in 0..<(size >> 12) { guard connection.send(chunks) else { return } }
                connection.send("0\r\n\r\n")
            }
            let transport = NetworkTransport()
            let before = try await ProcessStatus.peakMemory(afterUsing: transport)

            let response = try await transport.exchange(.fixture(.get, server.address, isStreamed: isStreamed))
            var received = response.data.count
            for try await piece in response.stream ?? HTTPBodyStream(of: Data()) { received += piece.count }

            precondition(received == size, "\(received)")
            let growth = try ProcessStatus.peakMemory() - before
            precondition(growth < 32 << 20, "\(growth) bytes")
        }
    }

    @Test(arguments: Self.sizes)
    func 送る本文がどれだけ長くてもメモリは増えない(size: Int) async {
        await #expect(processExitsWith: .success) { [size] in
            let directory = TemporaryDirectory()
            let file = URL(filePath: directory.path + "/upload")
            _ = FileManager.default.createFile(atPath: file.path, contents: nil)
            let handle = try FileHandle(forWritingTo: file)
            for start in stride(from: 0, to: size, by: 1 << 16) {
                try handle.write(contentsOf: Pattern.bytes(from: start, count: min(1 << 16, size - start)))
            }
            let server = try LoopbackServer(serving: { _, connection in
                guard let head = connection.readHead() else { return }
                let count = connection.drain(Int(head.headers["content-length"] ?? "") ?? 0)
                connection.send(LoopbackServer.head(200, length: "\(count)".utf8.count) + "\(count)")
            })
            let transport = NetworkTransport()
            let before = try await ProcessStatus.peakMemory(afterUsing: transport)

            var form = MultipartForm()
            form.append("name", "value")
            form.append("file", file: file)
            let parts = [try HTTPBody(file: file), try form.body(secretReceiver: { _ in })]
            for body in parts {
                let request = APIRequest.fixture(
                    .post, server.address, headers: [.contentType: "application/octet-stream"], body: body)
                let response = try await transport.exchange(request)
                precondition(response.text == "\(body.length)", "\(response.text) of \(body.length)")
            }

            let growth = try ProcessStatus.peakMemory() - before
            precondition(growth < 48 << 20, "\(growth) bytes")
        }
    }

    @Test func 一万回の要求の後に何も残らない() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { connection, request in
                if request.path == "/kept" {
                    connection.keepAlive()
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                } else {
                    connection.send(LoopbackServer.head(200, length: 2) + "ok")
                }
            }
            weak var transport: (any HTTPTransport & AnyObject)?
            let before = try await {
                let used = NetworkTransport()
                transport = used as AnyObject as? any HTTPTransport & AnyObject
                @Sendable func exchange(_ range: Range<Int>) async throws {
                    for number in range {
                        // One in four closes its connection, one in sixteen is streamed, one in sixty-four is
                        // cancelled.
                        let path = number % 4 == 0 ? "/closed" : "/kept"
                        let task = Task {
                            let response = try await used.exchange(
                                .fixture(.get, server.address, path: path, isStreamed: number % 16 == 1))
                            for try await _ in response.stream ?? HTTPBodyStream(of: Data()) {}
                        }
                        if number % 64 == 2 { task.cancel() }
                        _ = await task.result
                    }
                }
                try await exchange(0..<200)
                let before = try ProcessStatus.descriptors()
                try await withThrowingTaskGroup { group in
                    for worker in 0..<8 { group.addTask { try await exchange(worker * 1250..<(worker + 1) * 1250) } }
                    try await group.waitForAll()
                }
                return before
            }()

            // Descriptors are closed asynchronously.
            try await eventually("the transport is held by nobody, and its \(before) descriptors are closed") {
                try transport == nil && ProcessStatus.descriptors() <= before + 16
            }
            let threads = try ProcessStatus.threads()
            precondition(threads < 64, "\(threads) threads")
        }
    }
}

/// Bytes that differ by position, to detect a lost or repeated piece.
private enum Pattern {
    static func bytes(from start: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: (start + index) &* 31 >> 3) }
            initialized = count
        }
    }

    static func matches(_ data: Data, from start: Int) -> Bool {
        data.elementsEqual(bytes(from: start, count: data.count))
    }
}

private enum ProcessStatus {
    static func peakMemory() throws -> Int { try number("VmHWM") * 1024 }

    /// Returns the peak resident memory after a first exchange, which loads libraries.
    static func peakMemory(afterUsing transport: any HTTPTransport) async throws -> Int {
        _ = try await LoopbackServer.answering(200, "").exchange(over: transport)
        return try peakMemory()
    }

    static func threads() throws -> Int { try number("Threads") }

    static func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    private static func number(_ name: String) throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + ":") })
        return try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) })
    }
}
