#if !canImport(Darwin)
import Foundation
import Synchronization
import UsecasesAPIClient
import UsecasesCCurl

typealias SystemTransport = CurlTransport

let thisProcess = RUSAGE_SELF.rawValue

/// Awaits `curl_easy_perform` on a thread for each concurrent call. This is the minimum that asynchronous code needs of
/// libcurl. Like the other contenders, each call has an address and a deadline, and collects the body.
func systemAlone(_ port: Int) throws -> Load {
    let library = try Library()
    return { count, concurrency in
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<concurrency {
                let worker = try Worker(library, port)
                group.addTask {
                    for _ in 0..<(count / concurrency) { try await worker.call() }
                    worker.stop()
                }
            }
            try await group.waitForAll()
        }
    }
}

/// The options `CURLOPT_TIMEOUT_MS` and `CURLINFO_RESPONSE_CODE`, which the transport does not need.
private let (timeoutMilliseconds, responseCode): (Int32, Int32) = (155, 0x200002)

/// A handle and the thread that uses it.
private final class Worker: Sendable {
    private typealias Response = (result: Int32, status: Int, body: Data)

    private enum Request {
        case call(CheckedContinuation<Response, Never>)
        case stop
    }

    private let wakeUp = DispatchSemaphore(value: 0)
    private let request = Mutex<Request?>(nil)

    init(_ library: Library, _ port: Int) throws {
        guard let perform = library.perform else { throw WrongUsage() }
        nonisolated(unsafe) let easy = try library.handle(port)
        Thread.detachNewThread { [self] in
            let functions = library.functions
            let body = Body()
            body.receive(from: easy, functions)
            while true {
                wakeUp.wait()
                guard case .call(let continuation)? = request.withLock({ $0 }) else { break }
                library.address(easy, port)
                _ = curl_set_number(functions, easy, timeoutMilliseconds, 8000)
                let result = perform(easy)
                let status = curl_get_number(functions, easy, responseCode)
                continuation.resume(returning: (result, status, body.take()))
            }
            functions.pointee.easy_cleanup(easy)
        }
    }

    func call() async throws {
        let response = await withCheckedContinuation { continuation in
            request.withLock { $0 = .call(continuation) }
            wakeUp.signal()
        }
        guard response.result == 0, response.status == 200, !response.body.isEmpty else { throw WrongAnswer() }
    }

    func stop() {
        request.withLock { $0 = .stop }
        wakeUp.signal()
    }
}

/// The received part of a body, on the thread that receives it.
private final class Body {
    private var data = Data()

    func receive(from easy: UnsafeMutableRawPointer, _ functions: UnsafePointer<curl_functions>) {
        _ = curl_set_pointer(functions, easy, Int32(CURLOPT_WRITEDATA), Unmanaged.passUnretained(self).toOpaque())
        _ = curl_set_data_function(functions, easy, Int32(CURLOPT_WRITEFUNCTION)) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            Unmanaged<Body>.fromOpaque(context).takeUnretainedValue().data.append(
                contentsOf: UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
    }

    func take() -> Data {
        defer { data = Data() }
        return data
    }
}

/// Runs libcurl's multi interface in a loop on one thread, without any waiting callers. Each concurrent call has a
/// handle that is added again after it has finished. This is the upper bound for code that answers the calls of others.
func systemLoop(_ port: Int) throws -> Load {
    let library = try Library()
    return { count, concurrency in
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(with: Result { try library.exchange(port, count, concurrency) })
            }
        }
    }
}

private struct Library: Sendable {
    nonisolated(unsafe) let functions: UnsafePointer<curl_functions>
    typealias Poll =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?
        ) -> Int32
    let perform: (@convention(c) (UnsafeMutableRawPointer?) -> Int32)?
    let performAll: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>?) -> Int32)?
    let poll: Poll?

    init() throws {
        let functions = UnsafeMutablePointer<curl_functions>.allocate(capacity: 1)
        functions.initialize(to: curl_functions())
        guard let library = dlopen("libcurl.so.4", RTLD_NOW), curl_find_functions(library, functions) != 0,
            functions.pointee.global_init(Int(CURL_GLOBAL_DEFAULT)) == 0
        else { throw WrongUsage() }
        self.functions = UnsafePointer(functions)
        perform = dlsym(library, "curl_easy_perform").map {
            unsafeBitCast($0, to: (@convention(c) (UnsafeMutableRawPointer?) -> Int32).self)
        }
        performAll = dlsym(library, "curl_multi_perform").map {
            unsafeBitCast(
                $0, to: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>?) -> Int32).self)
        }
        poll = dlsym(library, "curl_multi_poll").map { unsafeBitCast($0, to: Poll.self) }
    }

    func handle(_ port: Int) throws -> UnsafeMutableRawPointer {
        guard let easy = functions.pointee.easy_init() else { throw WrongUsage() }
        address(easy, port)
        _ = curl_set_number(functions, easy, Int32(CURLOPT_NOSIGNAL), 1)
        _ = curl_set_data_function(functions, easy, Int32(CURLOPT_WRITEFUNCTION)) { _, size, count, _ in size * count }
        return easy
    }

    func address(_ easy: UnsafeMutableRawPointer, _ port: Int) {
        _ = curl_set_text(functions, easy, Int32(CURLOPT_URL), "http://127.0.0.1:\(port)/users/octocat")
    }

    func exchange(_ port: Int, _ count: Int, _ concurrency: Int) throws {
        let curl = functions.pointee
        guard let multi = curl.multi_init(), let performAll, let poll else { throw WrongUsage() }
        defer { _ = curl.multi_cleanup(multi) }
        var (left, done) = (count - concurrency, 0)
        for _ in 0..<concurrency {
            let easy = try handle(port)
            _ = curl.multi_add_handle(multi, easy)
        }
        while done < count {
            var (running, rest, ready) = (Int32(0), Int32(0), Int32(0))
            _ = performAll(multi, &running)
            while let message = curl.multi_info_read(multi, &rest) {
                guard message.pointee.data.result == 0, let easy = message.pointee.easy else { throw WrongAnswer() }
                done += 1
                _ = curl.multi_remove_handle(multi, easy)
                if left > 0 {
                    left -= 1
                    _ = curl.multi_add_handle(multi, easy)
                } else {
                    curl.easy_cleanup(easy)
                }
            }
            if done < count { _ = poll(multi, nil, 0, 1000, &ready) }
        }
    }
}
#endif
