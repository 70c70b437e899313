import Foundation
import HTTPTypes
import UsecasesAPIClient
import UsecasesEngine
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

struct WrongAnswer: Error {}

extension Contender {
    func load(port: Int) throws -> Load {
        let clock = SystemClock()
        func typed(_ transport: any HTTPTransport) throws -> Load {
            let service = GitHub(address: try BaseAddress("http://127.0.0.1:\(port)"))
            let client = LiveAPIClient(service, transport: transport, clock: clock)
            return calling { guard try await client.call(Get()).id == 1 else { throw WrongAnswer() } }
        }
        return switch self {
        case .bareSystem: try systemAlone(port)
        case .typedSystem: try typed(SystemTransport())
        case .stackedSystem:
            try typed(
                SystemTransport().followingRedirects().retrying(clock: clock, randomSource: SystemRandomSource()))
        }
    }
}
