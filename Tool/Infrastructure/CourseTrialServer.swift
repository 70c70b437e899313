import Foundation
import Synchronization
import UsecasesSystem

/// A local service that sends prepared answers to requests. It handles one connection at a time.
final class CourseTrialServer: Sendable {
    /// The maximum size of a request's head in bytes. No exercise sends more.
    private static let headLimit = 1 << 16
    /// The time in seconds that it waits for the rest of a request.
    private static let timeout = 5

    let port: UInt16
    private let listener: Int32
    private let state: Mutex<State>

    private struct State {
        var answers: [AskedExercise.Answer]
        var requests: [String] = []
        var killing: (number: Int, kill: @Sendable () -> Void)?
        var isStopped = false
    }

    /// Starts the service. Throws if all ports are in use.
    init() throws {
        state = Mutex(State(answers: []))
        listener = socket(AF_INET, streamSocket, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { [listener] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw PosixError("listen", "127.0.0.1") }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in serve() }
    }

    /// The requests so far, such as `POST /tickets`.
    var requests: [String] { state.withLock { $0.requests } }

    /// Sets the answers to the following requests. The request with the given number, counted from here, calls `kill`.
    func prepare(_ answers: [AskedExercise.Answer], killingAt number: Int?, kill: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.answers = answers
            state.killing = number.map { (state.requests.count + $0, kill) }
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve() {
        while true {
            let connection = accept(listener, nil, nil)
            guard !state.withLock({ $0.isStopped }) else { break }
            guard connection >= 0 else {
                guard errno == EINTR || errno == ECONNABORTED else { break }
                continue
            }
            answer(connection)
            close(connection)
        }
        close(listener)
    }

    private func answer(_ connection: Int32) {
        var timeout = timeval(tv_sec: Self.timeout, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        guard let head = readHead(connection) else { return }
        let words = head.split(separator: " ", maxSplits: 2)
        guard words.count == 3 else { return }
        let (answer, kill) = state.withLock { state in
            state.requests.append("\(words[0]) \(words[1])")
            let isLast = state.killing?.number == state.requests.count
            return (state.answers.isEmpty ? nil : state.answers.removeFirst(), isLast ? state.killing?.kill : nil)
        }
        if let kill { return kill() }
        let body = answer?.body ?? #"{"code":"NOT_FOUND","title":"Not Found","message":"There is nothing here."}"#
        let text =
            "HTTP/1.1 \(answer?.status ?? 404) Answer\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n" + body
        _ = BrokenPipes.ignore {
            Array(text.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
        } isBroken: {
            $0 < 0
        }
    }

    /// Returns the head of a request and the received part of its body. Returns `nil` if the head is not complete in
    /// time.
    private func readHead(_ connection: Int32) -> String? {
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while head.count < Self.headLimit {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            head += buffer[..<count]
            let text = String(decoding: head, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let length = text.firstMatch(of: /(?i)\r\ncontent-length: *(\d+)/).flatMap { Int($0.1) } ?? 0
            if text[end.upperBound...].utf8.count >= length { return text }
        }
        return nil
    }
}

#if canImport(Darwin)
private let streamSocket = SOCK_STREAM
#else
private let streamSocket = Int32(SOCK_STREAM.rawValue)
#endif
