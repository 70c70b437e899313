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

private struct Library: Sendable {
    nonisolated(unsafe) let functions: UnsafePointer<curl_functions>
    let perform: (@convention(c) (UnsafeMutableRawPointer?) -> Int32)?

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
    }

    func handle(_ port: Int) throws -> UnsafeMutableRawPointer {
        guard let easy = functions.pointee.easy_init() else { throw WrongUsage() }
        address(easy, port)
        _ = curl_set_number(functions, easy, Int32(CURLOPT_NOSIGNAL), 1)
        return easy
    }

    func address(_ easy: UnsafeMutableRawPointer, _ port: Int) {
        _ = curl_set_text(functions, easy, Int32(CURLOPT_URL), "http://127.0.0.1:\(port)/users/octocat")
    }
}
#endif
