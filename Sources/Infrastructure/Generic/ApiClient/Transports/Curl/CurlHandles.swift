#if os(Linux)
import CCurl
import Synchronization

/// An easy handle of libcurl, used by one exchange at a time.
struct CurlHandle: Sendable {
    nonisolated(unsafe) let easy: UnsafeMutableRawPointer
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
        for handle in spares.withLock({ $0 }) { library.functions.pointee.easy_cleanup(handle.easy) }
    }

    func take() -> CurlHandle? {
        spares.withLock { $0.popLast() } ?? library.functions.pointee.easy_init().map(CurlHandle.init)
    }

    func put(_ handle: CurlHandle) {
        library.functions.pointee.easy_reset(handle.easy)
        let isKept = spares.withLock { spares in
            guard spares.count < Self.limit else { return false }
            spares.append(handle)
            return true
        }
        if !isKept { library.functions.pointee.easy_cleanup(handle.easy) }
    }
}
#endif
