public import HTTPTypes
public import Usecases

/// A service whose endpoints belong together: its address, and what every request to it carries.
///
/// An endpoint can only be called on a client of its own service, so credentials never reach another service.
public protocol ApiService: Sendable {
    /// The format of the service's JSON.
    static var json: JSONFormat { get }
    /// Reads a refusal, a response with a status of 400 or above. Throws if it is not in the agreed format.
    static func refusal(in response: ReceivedResponse) throws -> ErrorResponse

    var address: BaseAddress { get }
    /// The headers of every request. They replace the defaults, `Accept: application/json` and
    /// `User-Agent` with the name that the client has.
    var headers: HTTPFields { get }
}

extension ApiService {
    /// Names of members as they are written in Swift.
    public static var json: JSONFormat { JSONFormat() }

    /// Reads an ``ErrorResponse`` from JSON in the service's format.
    public static func refusal(in response: ReceivedResponse) throws -> ErrorResponse {
        try json.decode(ErrorResponse.self, from: response.payload)
    }

    /// No headers besides the defaults.
    public var headers: HTTPFields { [:] }
}
