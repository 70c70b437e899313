#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization
import Usecases
import UsecasesSystem

/// The clients, one for each proxy and one for direct connections. Each is created on first use.
final class AsyncHTTPClients: Sendable {
    private let authorities: String?
    private let proxies: ProxyVariables
    private let clients = Mutex<[ProxyVariables.Server?: HTTPClient]>([:])

    init(authorities: String?, proxies: ProxyVariables) {
        self.authorities = authorities
        self.proxies = proxies
    }

    deinit {
        // No caller is left that could receive the outcome.
        for client in clients.withLock({ $0.values }) { client.shutdown { _ in } }
    }

    func client(for request: APIRequest) throws(TransportError) -> HTTPClient {
        let proxy = try proxy(for: request)
        return clients.withLock { clients in
            if let client = clients[proxy] { return client }
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration(proxy))
            clients[proxy] = client
            return client
        }
    }

    private func proxy(for request: APIRequest) throws(TransportError) -> ProxyVariables.Server? {
        guard !proxies.isEmpty else { return nil }
        let host = URLComponents(string: request.url)?.host ?? ""
        do {
            return try proxies.server(forScheme: request.head.scheme?.lowercased() ?? "", host: host)
        } catch {
            throw TransportError(.proxy(status: nil), causedBy: error)
        }
    }

    private func configuration(_ proxy: ProxyVariables.Server?) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, decompression: .enabled(limit: .none))
        // The caller limits concurrency and duration.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.timeout = .init(connect: .hours(24))
        // `TracingTransport` creates the spans of exchanges.
        configuration.tracing.tracer = nil
        if let authorities {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(authorities)
            configuration.tlsConfiguration = tls
        }
        if let proxy {
            let authorization = proxy.credentials.map {
                HTTPClient.Authorization.basic(credentials: Data($0.utf8).base64EncodedString())
            }
            configuration.proxy = .server(host: proxy.host, port: proxy.port, authorization: authorization)
        }
        return configuration
    }
}

extension TransportError {
    /// Maps errors of AsyncHTTPClient and SwiftNIO.
    init(asyncHTTPClient error: any Error, _ request: APIRequest) {
        let kind = Self.kind(of: error)
        self.init(kind, causedBy: kind == .cancelled ? nil : AsyncHTTPClientFailure(error: error), request: request)
    }

    private static func kind(of error: any Error) -> Kind {
        switch error {
        case is CancellationError: .cancelled
        case let error as NIOConnectionError: kind(of: error)
        case let error as IOError where [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(error.errnoCode):
            .disconnected(.cannotConnect)
        case is ChannelError, is IOError: .disconnected(.connectionLost)
        case let error as HTTPClientError: kind(of: error)
        case let error as HTTPParserError: kind(of: error)
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            .malformed(.coding)
        case NIOSSLError.handshakeFailed(let reason):
            "\(reason)".contains("CERTIFICATE_VERIFY_FAILED") ? .untrusted(.rejected) : .insecure
        case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate: .untrusted(.rejected)
        case NIOSSLError.failedToLoadCertificate, NIOSSLError.noSuchFilesystemObject: .unreadableAuthorities
        case let error as BoringSSLError where "\(error)".contains("X.509 certificate routines"): .unreadableAuthorities
        case NIOSSLError.uncleanShutdown: .disconnected(.connectionLost)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: .untrusted(.wrongHost)
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: .insecure
        case is HTTPBodyReader.FileTooShort, is PosixError: .unsendable(.unreadableFiles)
        default: .other
        }
    }

    private static func kind(of error: NIOConnectionError) -> Kind {
        // TLS failures are reported as connection errors.
        if let other = error.connectionErrors.lazy.map(\.error).first(where: { !($0 is IOError) }) {
            let kind = kind(of: other)
            if kind != .other { return kind }
        }
        return .disconnected(error.connectionErrors.isEmpty ? .hostNotFound : .cannotConnect)
    }

    private static func kind(of error: HTTPClientError) -> Kind {
        switch error {
        case .cancelled: .cancelled
        case .connectTimeout, .deadlineExceeded, .readTimeout, .tlsHandshakeTimeout: .disconnected(.timedOut)
        case .remoteConnectionClosed, .uncleanShutdown: .disconnected(.connectionLost)
        case .invalidURL, .emptyHost, .emptyScheme: .unsendable(.invalidAddress)
        case .proxyAuthenticationRequired: .proxy(status: 407)
        case .invalidProxyResponse, .httpProxyHandshakeTimeout: .proxy(status: nil)
        default: .other
        }
    }

    private static func kind(of error: HTTPParserError) -> Kind {
        switch error {
        case .invalidEOFState, .closedConnection: .disconnected(.connectionLost)
        case .headerOverflow: .malformed(.headTooLarge)
        case .invalidChunkSize: .malformed(.chunking)
        case .invalidContentLength, .unexpectedContentLength: .malformed(.length)
        case .invalidConstant, .invalidVersion: .malformed(.notHTTP)
        default: .malformed(.head)
        }
    }
}

/// An error of AsyncHTTPClient or SwiftNIO, with its message. The message is not localized.
private struct AsyncHTTPClientFailure: Error, CustomStringConvertible {
    let error: any Error

    var description: String { "\(type(of: error)): \(error)" }
}
#endif
