import Domain
import Foundation
import HTTPTypes
import Infrastructure

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

typealias Call = @Sendable () async throws -> Void

/// Ways to do the same exchange: a small JSON object by GET.
enum Contender: String, CaseIterable {
    /// The library alone; the bytes are not looked at.
    case bareURLSession = "urlsession"
    case typedURLSession = "urlsession-typed"
    /// With retries, redirects, a limit and events around it.
    case stackedURLSession = "urlsession-stacked"
    #if AsyncHTTPClient
    case bareAsyncHTTPClient = "asynchttpclient"
    case typedAsyncHTTPClient = "asynchttpclient-typed"
    case stackedAsyncHTTPClient = "asynchttpclient-stacked"
    #endif
}

private struct GitHub: ApiService {
    let address: BaseAddress
}

private struct Get: Api {
    typealias Service = GitHub
    struct Entity: Decodable, Sendable {
        let id: Int
        let login: String
    }

    let path: Path = "/users/octocat"
}

extension Contender {
    static func typed(_ transport: any HttpTransport, _ port: Int) throws -> Call {
        let service = GitHub(address: try BaseAddress("http://127.0.0.1:\(port)"))
        let client = HttpApiClient(service, transport: transport, clock: SystemClock())
        return { guard try await client.call(Get()).id == 1 else { throw WrongAnswer() } }
    }

    static func stacked(_ transport: any HttpTransport, _ port: Int) throws -> Call {
        let clock = SystemClock()
        return try typed(
            transport.followingRedirects().retrying(
                budget: RetryBudget(), clock: clock, randomSource: SystemRandomSource()
            ).limitingResponses(to: 1 << 20).observed(clock: clock) { _ in }, port)
    }

    static func bareURLSession(_ port: Int) throws -> Call {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 256
        let session = URLSession(configuration: configuration)
        guard let url = URL(string: "http://127.0.0.1:\(port)/users/octocat") else { throw WrongUsage() }
        return {
            let (data, response) = try await session.data(from: url)
            guard (response as? HTTPURLResponse)?.statusCode == 200, !data.isEmpty else { throw WrongAnswer() }
        }
    }
}

struct WrongAnswer: Error {}

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

extension Contender {
    func call(port: Int) throws -> Call {
        switch self {
        case .bareURLSession: try Self.bareURLSession(port)
        case .typedURLSession: try Self.typed(URLSessionTransport(), port)
        case .stackedURLSession: try Self.stacked(URLSessionTransport(), port)
        case .bareAsyncHTTPClient: Self.bareAsyncHTTPClient(port)
        case .typedAsyncHTTPClient: try Self.typed(AsyncHTTPClientTransport(), port)
        case .stackedAsyncHTTPClient: try Self.stacked(AsyncHTTPClientTransport(), port)
        }
    }

    /// Set up as the transport sets it up, and with a deadline, which a call has, too.
    private static func bareAsyncHTTPClient(_ port: Int) -> Call {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, decompression: .enabled(limit: .none))
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        return {
            let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/users/octocat")
            let response = try await client.execute(request, timeout: .seconds(8))
            let body = try await response.body.collect(upTo: 1 << 20)
            guard response.status == .ok, body.readableBytes > 0 else { throw WrongAnswer() }
        }
    }
}
#else
extension Contender {
    func call(port: Int) throws -> Call {
        switch self {
        case .bareURLSession: try Self.bareURLSession(port)
        case .typedURLSession: try Self.typed(URLSessionTransport(), port)
        case .stackedURLSession: try Self.stacked(URLSessionTransport(), port)
        }
    }
}
#endif
