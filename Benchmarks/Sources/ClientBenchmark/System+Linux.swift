#if os(Linux)
import CCurl
import Foundation
import Infrastructure

typealias SystemTransport = CurlTransport

/// libcurl's multi interface on one thread: a handle for each call at once, which is added again when it is done.
func bareSystem(_ port: Int) throws -> Load {
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

    init() throws {
        let functions = UnsafeMutablePointer<curl_functions>.allocate(capacity: 1)
        functions.initialize(to: curl_functions())
        guard let library = dlopen("libcurl.so.4", RTLD_NOW), curl_find_functions(library, functions) != 0,
            functions.pointee.global_init(Int(CURL_GLOBAL_DEFAULT)) == 0
        else { throw WrongUsage() }
        self.functions = UnsafePointer(functions)
    }

    func exchange(_ port: Int, _ count: Int, _ concurrency: Int) throws {
        let curl = functions.pointee
        guard let multi = curl.multi_init() else { throw WrongUsage() }
        defer { _ = curl.multi_cleanup(multi) }
        var (left, done) = (count - concurrency, 0)
        for _ in 0..<concurrency {
            guard let easy = curl.easy_init() else { throw WrongUsage() }
            _ = curl_set_text(functions, easy, Int32(CURLOPT_URL), "http://127.0.0.1:\(port)/users/octocat")
            _ = curl_set_number(functions, easy, Int32(CURLOPT_NOSIGNAL), 1)
            _ = curl_set_data_function(functions, easy, Int32(CURLOPT_WRITEFUNCTION)) { _, size, count, _ in
                size * count
            }
            _ = curl.multi_add_handle(multi, easy)
        }
        while done < count {
            var (running, rest, ready) = (Int32(0), Int32(0), Int32(0))
            _ = curl.multi_perform(multi, &running)
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
            if done < count { _ = curl.multi_poll(multi, nil, 0, 1000, &ready) }
        }
    }
}
#endif
