#if canImport(Darwin)
import Foundation
import UsecasesAPIClient

typealias SystemTransport = URLSessionTransport

let thisProcess = RUSAGE_SELF

/// Returns a load on URLSession, configured like the transport's session.
func systemAlone(_ port: Int) throws -> Load {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 256
    let session = URLSession(configuration: configuration)
    guard let url = URL(string: "http://127.0.0.1:\(port)/users/octocat") else { throw WrongUsage() }
    return calling {
        let (data, response) = try await session.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200, !data.isEmpty else { throw WrongAnswer() }
    }
}
#endif
