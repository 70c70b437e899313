#if canImport(Darwin)
import Foundation
import Infrastructure

typealias SystemTransport = URLSessionTransport

/// URLSession as the transport sets it up.
func bareSystem(_ port: Int) throws -> Load {
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
