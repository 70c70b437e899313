import Foundation
import HTTPTypes
import Usecases
import UsecasesAPIClient
import UsecasesSystem

typealias Call = @Sendable () async throws -> Void
/// A function that performs the given number of calls, `concurrency` of them at the same time.
typealias Load = @Sendable (_ count: Int, _ concurrency: Int) async throws -> Void

func calling(_ call: @escaping Call) -> Load {
    { count, concurrency in
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<concurrency {
                group.addTask {
                    for _ in 0..<(count / concurrency) { try await call() }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// Ways to perform the same exchange: a small JSON object by GET.
enum Contender: String, CaseIterable {
    /// The library without any layer. The received bytes are not inspected.
    case bareSystem = "system"
    /// The library in a loop whose results are not awaited.
    case loopSystem = "system-loop"
    case typedSystem = "system-typed"
    /// The transport with retries and redirects.
    case stackedSystem = "system-stacked"
}

private struct GitHub: APIService {
    let address: BaseAddress
}

private struct Get: API {
    typealias Service = GitHub
    struct Entity: Decodable, Sendable {
        let id: Int
        let login: String
    }

    let path: Path = "/users/octocat"
}

extension Contender {
    static func typed(_ transport: any HTTPTransport, _ port: Int) throws -> Call {
        let service = GitHub(address: try BaseAddress("http://127.0.0.1:\(port)"))
        let client = LiveAPIClient(service, transport: transport, clock: SystemClock())
        return { guard try await client.call(Get()).id == 1 else { throw WrongAnswer() } }
    }

    static func stacked(_ transport: any HTTPTransport, _ port: Int) throws -> Call {
        let clock = SystemClock()
        return try typed(
            transport.followingRedirects().retrying(clock: clock, randomSource: SystemRandomSource()), port)
    }
}

struct WrongAnswer: Error {}

extension Contender {
    func load(port: Int) throws -> Load {
        switch self {
        case .bareSystem: try systemAlone(port)
        case .loopSystem: try systemLoop(port)
        case .typedSystem: try calling(Self.typed(SystemTransport(), port))
        case .stackedSystem: try calling(Self.stacked(SystemTransport(), port))
        }
    }
}
