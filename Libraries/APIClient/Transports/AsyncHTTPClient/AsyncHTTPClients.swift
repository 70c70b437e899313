#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPCompression
import NIOSSL
import Synchronization

/// One client for each proxy, and one for direct connections, each created on first use.
final class AsyncHTTPClients: Sendable {
    private let authorities: String?
    private let proxies: ProxyVariables
    private let clients = Mutex<[ProxyVariables.Server?: HTTPClient]>([:])

    init(authorities: String?, proxies: ProxyVariables) {
        self.authorities = authorities
        self.proxies = proxies
    }

    deinit {
        // There is no one left to report the outcome to.
        for client in clients.withLock({ $0.values }) { client.shutdown { _ in } }
    }

    func client(for request: HttpRequest) throws(TransportError) -> HTTPClient {
        let proxy = try proxy(for: request)
        return clients.withLock { clients in
            if let client = clients[proxy] { return client }
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration(proxy))
            clients[proxy] = client
            return client
        }
    }

    private func proxy(for request: HttpRequest) throws(TransportError) -> ProxyVariables.Server? {
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
        // Spans of exchanges are those of `TracingTransport`.
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
#endif
