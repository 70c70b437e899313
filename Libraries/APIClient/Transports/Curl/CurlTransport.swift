#if !canImport(Darwin)
import Foundation
import HTTPTypes
import Synchronization
package import UsecasesEngine
import UsecasesCCurl
import UsecasesSystem

/// A transport that uses libcurl, without cookies, caches, stored credentials or redirects. Proxies are set by the
/// environment variables `http_proxy`, `https_proxy` and `no_proxy`.
public final class CurlTransport: HTTPTransport {
    /// Whether trusted certificates can be read from a file.
    package static let trustsFiles = true
    /// The fault of every exchange on this machine, or `nil` without one. Loads libcurl.
    package static var fault: ExchangeFault? {
        do throws(LibraryUnavailable) {
            _ = try CurlLibrary.installed.get()
            return nil
        } catch {
            return .missingLibrary
        }
    }

    private let authorities: String?
    private let libraries: [String]?
    /// Created for the first exchange, because loading libcurl takes longer than the rest of startup.
    private let loop = Mutex<CurlLoop?>(nil)

    /// `authorities` is the path of a PEM file. Its certificates are trusted instead of the system's. `libraries` are
    /// the file names of libcurl to try. By default, they are the names that distributions use.
    public init(authorities: String? = nil, libraries: [String]? = nil) {
        self.authorities = authorities
        self.libraries = libraries
    }

    deinit {
        loop.withLock { $0 }?.close()
    }

    /// Performs one exchange.
    public func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        do throws(TransportError) {
            if let flaw = request.flaw { throw TransportError(.unsendable(flaw)) }
            if Task.isCancelled { throw TransportError(.cancelled) }
            CostMeter.count(\.exchanges)
            let exchange = try CurlExchange(request, authorities: authorities, on: openLoop())
            exchange.start()
            let response = try await response(of: exchange, to: request)
            return request.isStreamed ? response : try await response.collected()
        } catch {
            throw error.about(request)
        }
    }

    private func response(
        of exchange: CurlExchange, to request: APIRequest
    ) async throws(TransportError) -> APIResponse {
        var head = try await exchange.head()
        let pieces = CurlPieces(of: exchange, head, request)
        head.forgetCoding()
        let stream = HTTPBodyStream(
            pull: { () async throws(TransportError) in try await pieces.next() }, stop: { pieces.cancel() })
        return APIResponse(head, body: .stream(stream), to: request)
    }

    private func openLoop() throws(TransportError) -> CurlLoop {
        do throws(LibraryUnavailable) {
            return try loop.withLock { loop throws(LibraryUnavailable) in
                if let loop { return loop }
                let opened = try CurlLoop(library: library())
                loop = opened
                return opened
            }
        } catch {
            throw TransportError(FileDescriptor.areScarce ? .tooManyOpenFiles : .missingLibrary, causedBy: error)
        }
    }

    private func library() throws(LibraryUnavailable) -> CurlLibrary {
        guard let libraries else { return try CurlLibrary.installed.get() }
        return try CurlLibrary(names: libraries)
    }
}

/// The failure of an exchange, as libcurl reports it.
struct CurlFailure {
    let result: Int32
    let words: String
    /// Whether the scheme of the request is https.
    let isSecure: Bool
    /// Whether libcurl has chosen a proxy of the environment.
    let usesProxy: Bool
    /// Whether the request was sent, to the server or to a proxy. A request for a tunnel comes before it.
    let hasSent: Bool
    let hasHead: Bool
    /// The TLS library's error code for a certificate. 0 if the certificate is valid, or if no code is reported.
    let verification: Int
    /// The status of a proxy's response to CONNECT. 0 if no response was received.
    let connectStatus: Int

    /// The error of the exchange. Its cause omits libcurl's message about a proxy that cannot be used, because the
    /// message can contain the password for the proxy.
    var error: TransportError {
        let kind = isWithoutDescriptors ? .tooManyOpenFiles : isBeforeProxy ? .proxy(status: nil) : kind
        return TransportError(
            kind, causedBy: CurlError(result: result, words: kind == .proxy(status: nil) ? "" : words))
    }

    /// libcurl does not report that a socket or a file could not be opened for lack of descriptors.
    private var isWithoutDescriptors: Bool { !hasSent && FileDescriptor.areScarce }

    /// Whether no connection to the proxy was established.
    private var isBeforeProxy: Bool {
        switch Int(result) {
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: true
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_NOT_BUILT_IN: usesProxy
        // Without TLS to the server, this is TLS to the proxy.
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_PEER_FAILED_VERIFICATION: usesProxy && !isSecure
        default: false
        }
    }

    private var kind: TransportError.Kind {
        switch Int(result) {
        case CURLE_URL_MALFORMAT: .unsendable(.invalidAddress)
        case CURLE_UNSUPPORTED_PROTOCOL where words.contains("HTTP/0.9"): .malformed(.notHTTP)
        // An answer whose status does not have three digits, or whose version is unknown.
        case CURLE_UNSUPPORTED_PROTOCOL where hasSent || usesProxy: .malformed(.head)
        case CURLE_UNSUPPORTED_PROTOCOL: .unsendable(.unsupportedScheme)
        case CURLE_COULDNT_RESOLVE_HOST: .disconnected(.hostNotFound)
        case CURLE_COULDNT_CONNECT: .disconnected(.cannotConnect)
        case CURLE_OPERATION_TIMEDOUT: .disconnected(.timedOut)
        case CURLE_WEIRD_SERVER_REPLY where words.contains("Content-Length"): .malformed(.length)
        case CURLE_WEIRD_SERVER_REPLY: .malformed(.head)
        case CURLE_FILESIZE_EXCEEDED: .malformed(.length)
        case CURLE_OUT_OF_MEMORY where !hasHead, CURLE_TOO_LARGE where !hasHead: .malformed(.headTooLarge)
        case CURLE_BAD_CONTENT_ENCODING: .malformed(.coding)
        case CURLE_HTTP2: .malformed(.framing)
        case CURLE_RECV_ERROR where isTunnelRefused:
            (100...999).contains(connectStatus) ? .proxy(status: connectStatus) : .malformed(.head)
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

    /// Whether the proxy's answer to CONNECT has no status 2xx.
    private var isTunnelRefused: Bool {
        connectStatus >= 300 || words.contains("CONNECT tunnel failed") || words.contains("from proxy after CONNECT")
    }

    /// The flaw of the certificate. It is determined by OpenSSL's code, or by the messages of libcurl and of other TLS
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

/// An error code of libcurl with its message, which is not localized.
private struct CurlError: Error, CustomStringConvertible {
    let result: Int32
    let words: String

    var description: String { words.isEmpty ? "libcurl \(result)" : "libcurl \(result): \(words)" }
}
#endif
