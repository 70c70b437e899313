#if os(Linux)
import UsecasesCCurl
import Usecases

/// libcurl's report of a failed exchange. Its messages are the same in every language.
struct CurlFailure: Error, CustomStringConvertible {
    let result: Int32
    let words: String
    /// The TLS library's code for a problem with a certificate; 0 if there is none, or the library does not report one.
    let verification: Int
    /// The status of a proxy's answer to CONNECT; 0 if there was none.
    let connectStatus: Int

    var description: String { words.isEmpty ? "libcurl \(result)" : "libcurl \(result): \(words)" }

    func kind(hasHead: Bool) -> TransportError.Kind {
        switch Int(result) {
        case CURLE_URL_MALFORMAT: .unsendable("it has no valid address")
        case CURLE_UNSUPPORTED_PROTOCOL where words.contains("HTTP/0.9"): .malformed(.notHttp)
        case CURLE_UNSUPPORTED_PROTOCOL: .unsendable("libcurl does not support its scheme")
        case CURLE_COULDNT_RESOLVE_PROXY: .proxy(status: nil)
        case CURLE_PROXY: .proxy(status: nil)
        case CURLE_COULDNT_RESOLVE_HOST: .disconnected(.hostNotFound)
        case CURLE_COULDNT_CONNECT: .disconnected(.cannotConnect)
        case CURLE_OPERATION_TIMEDOUT: .disconnected(.timedOut)
        case CURLE_WEIRD_SERVER_REPLY where words.contains("Content-Length"): .malformed(.length)
        case CURLE_WEIRD_SERVER_REPLY: .malformed(.head)
        case CURLE_FILESIZE_EXCEEDED: .malformed(.length)
        case CURLE_OUT_OF_MEMORY where !hasHead, CURLE_TOO_LARGE where !hasHead: .malformed(.headTooLarge)
        case CURLE_BAD_CONTENT_ENCODING: .malformed(.coding)
        case CURLE_HTTP2: .malformed(.framing)
        case CURLE_RECV_ERROR where connectStatus >= 300: .proxy(status: connectStatus)
        case CURLE_RECV_ERROR where words.contains("chunk"): .malformed(.chunking)
        case CURLE_RECV_ERROR where words.contains("header"): .malformed(.headTooLarge)
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2_STREAM:
            .disconnected(.connectionLost)
        case CURLE_PEER_FAILED_VERIFICATION: .untrusted(certificateFlaw)
        case CURLE_SSL_CACERT_BADFILE: .unreadableAuthorities
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM: .insecure
        default: .other
        }
    }

    /// Determined by OpenSSL's code if there is one, otherwise by the messages of libcurl and of the other TLS
    /// libraries.
    private var certificateFlaw: ExchangeFault.CertificateFlaw {
        let words = words.lowercased()
        if verification == 10 || words.contains("expired") { return .expired }
        if verification == 9 || words.contains("not yet valid") { return .notYetValid }
        let isOfAnotherHost = ["subject name", "host name", "hostname", "does not match"].contains {
            words.contains($0)
        }
        return verification == 62 || isOfAnotherHost ? .wrongHost : .unknownAuthority
    }
}
#endif
