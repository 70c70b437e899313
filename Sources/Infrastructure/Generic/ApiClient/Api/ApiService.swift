package import Domain
package import HTTPTypes

/// A service whose endpoints belong together: where it is, and what every request to it carries.
///
/// An endpoint can be called on a client of its own service only, so no credential reaches another one.
package protocol ApiService: Sendable {
    /// How its JSON is written.
    static var json: JSONFormat { get }
    /// What a refusal, a response of 400 or above, says. Throws when it is in another form than the agreed one.
    static func refusal(in response: ReceivedResponse) throws -> ErrorResponse

    var address: BaseAddress { get }
    /// What every request carries, beside `Accept: application/json` and `User-Agent: calearning`, which they replace.
    var headers: HTTPFields { get }
}

extension ApiService {
    package static var json: JSONFormat { JSONFormat() }

    package static func refusal(in response: ReceivedResponse) throws -> ErrorResponse {
        try json.decode(ErrorResponse.self, from: response.payload)
    }

    package var headers: HTTPFields { [:] }
}
