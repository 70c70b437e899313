import Foundation
import Synchronization
import UsecasesCCurl
import UsecasesSystem

/// libcurl. It is loaded on first use and never unloaded.
struct CurlLibrary: Sendable {
    #if canImport(Darwin)
    /// The path of libcurl, which is a part of the system.
    private static let names = ["/usr/lib/libcurl.4.dylib"]
    #else
    /// The file names of libcurl in distributions.
    private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    #endif
    /// The oldest supported version, 7.68 of January 2020.
    private static let oldestVersion = 0x07_44_00

    /// The installed library, initialised once on first use.
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
}

/// An easy handle of libcurl. It is used by one exchange at a time.
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

/// A pool of handles, because creating a handle costs more than most exchanges.
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
