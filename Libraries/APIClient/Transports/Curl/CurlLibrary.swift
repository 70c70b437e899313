#if os(Linux)
import Foundation
import Synchronization
import UsecasesCCurl
import UsecasesSystem

/// libcurl, loaded on first use, and kept until the process ends.
struct CurlLibrary: Sendable {
    /// The names under which distributions install it.
    private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    /// 7.68, of January 2020, the oldest version that is supported.
    private static let oldestVersion = 0x07_44_00

    /// The installed library. It is initialised once, on first use.
    static let installed = Result { () throws(LibraryUnavailable) in try CurlLibrary(names: names) }

    let features: Int32
    nonisolated(unsafe) let functions: UnsafePointer<curl_functions>

    init(names: [String]) throws(LibraryUnavailable) {
        let library: UnsafeMutableRawPointer
        (library, functions) = try SharedLibrary.load(
            names, curl_functions(), older: "libcurl is older than 7.68", find: curl_find_functions)
        curl_keep_openssl(library)
        guard functions.pointee.global_init(Int(CURL_GLOBAL_DEFAULT)) == 0,
            let version = functions.pointee.version_info(0)
        else { throw LibraryUnavailable(reason: "libcurl cannot be initialised") }
        guard version.pointee.number >= Self.oldestVersion else {
            throw LibraryUnavailable(reason: "libcurl is older than 7.68")
        }
        features = version.pointee.features
    }

    var offersHTTP2: Bool { features & Int32(CURL_VERSION_HTTP2) != 0 }
    /// Whether the start of an exchange does not wait for a name to be looked up.
    var looksUpInBackground: Bool { features & Int32(CURL_VERSION_ASYNCHDNS) != 0 }
}

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
