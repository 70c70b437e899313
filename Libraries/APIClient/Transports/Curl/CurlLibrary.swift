#if !canImport(Darwin)
import Foundation
import UsecasesCCurl
import UsecasesSystem

/// libcurl. It is loaded on first use and never unloaded.
struct CurlLibrary: Sendable {
    /// The file names of libcurl in distributions.
    private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
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

/// An easy handle of libcurl, for one exchange.
struct CurlHandle: Sendable {
    nonisolated(unsafe) let easy: UnsafeMutableRawPointer
    /// The buffer for libcurl's error message.
    nonisolated(unsafe) let words: UnsafeMutablePointer<CChar>
    private let library: CurlLibrary

    /// Returns `nil` if not enough memory is available.
    init?(_ library: CurlLibrary) {
        guard let easy = library.functions.pointee.easy_init() else { return nil }
        self.easy = easy
        self.library = library
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    func free() {
        library.functions.pointee.easy_cleanup(easy)
        words.deallocate()
    }
}
#endif
