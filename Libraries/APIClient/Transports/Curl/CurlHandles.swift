#if os(Linux)
import UsecasesCCurl
import Synchronization

/// An easy handle of libcurl, used by one exchange at a time.
struct CurlHandle: Sendable {
    nonisolated(unsafe) let easy: UnsafeMutableRawPointer
    /// The buffer for libcurl's error message.
    nonisolated(unsafe) let words: UnsafeMutablePointer<CChar>

    fileprivate init?(_ easy: UnsafeMutableRawPointer?) {
        guard let easy else { return nil }
        self.easy = easy
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }
}

/// Handles kept for the next exchange: creating one costs more than most exchanges.
final class CurlHandles: Sendable {
    private static let limit = 64

    private let library: CurlLibrary
    private let spares = Mutex<[CurlHandle]>([])

    init(library: CurlLibrary) {
        self.library = library
    }

    deinit {
        for handle in spares.withLock({ $0 }) { cleanUp(handle) }
    }

    func take() -> CurlHandle? {
        spares.withLock { $0.popLast() } ?? CurlHandle(library.functions.pointee.easy_init())
    }

    func put(_ handle: CurlHandle) {
        library.functions.pointee.easy_reset(handle.easy)
        handle.words.pointee = 0
        let isKept = spares.withLock { spares in
            guard spares.count < Self.limit else { return false }
            spares.append(handle)
            return true
        }
        if !isKept { cleanUp(handle) }
    }

    private func cleanUp(_ handle: CurlHandle) {
        library.functions.pointee.easy_cleanup(handle.easy)
        handle.words.deallocate()
    }
}
#endif
