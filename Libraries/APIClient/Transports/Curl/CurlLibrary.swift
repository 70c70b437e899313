#if os(Linux)
import UsecasesCCurl
import Foundation
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
#endif
