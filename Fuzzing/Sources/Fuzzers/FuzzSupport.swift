import Foundation
import Synchronization
import UsecasesEngine

/// A clock whose waits end immediately. Only a wait as long as a deadline never ends.
final class FuzzClock: Clock {
    static let deadline = Duration.seconds(86_400)

    private let elapsed = Mutex(Duration.zero)

    var now: Timestamp {
        .example + .seconds(uptime.components.seconds)
    }

    var uptime: Duration { elapsed.withLock { $0 } }

    func sleep(for duration: Duration) async throws(ErrorWrapper) {
        if duration >= Self.deadline {
            let (never, continuation) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            withExtendedLifetime(continuation) {}
        }
        guard !Task.isCancelled else { throw .interrupted }
        elapsed.withLock { $0 += duration }
    }
}

/// A separate directory for one input, removed with it.
final class TemporaryDirectory: Sendable {
    let path = NSTemporaryDirectory() + "calearning-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// An input in the form of an HTTP message: a first line, lines with fields, an empty line, and a body of any bytes.
struct FuzzMessage {
    let first: String
    let fields: [(name: String, value: String)]
    let body: [UInt8]

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var lines: [String] = []
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(line.count + 1)
            if line.isEmpty { break }
            lines.append(String(decoding: line, as: UTF8.self))
        }
        first = lines.first ?? ""
        fields = lines.dropFirst().map { line in
            let name = line.prefix { $0 != ":" }
            return (String(name), String(line.dropFirst(name.count + 1).drop { $0 == " " }))
        }
        body = Array(rest)
    }
}
