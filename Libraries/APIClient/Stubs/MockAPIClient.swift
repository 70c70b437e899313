import Foundation
import HTTPTypes
public import UsecasesEngine

/// A client that returns a prepared result for calls of one API. Other calls fail with the name of their API.
///
/// A success is encoded and decoded, as in a real call.
public struct MockAPIClient<Prepared: API>: APIClient where Prepared.Entity: Encodable {
    /// The service of the prepared API.
    public typealias Service = Prepared.Service

    private let stub: Result<Prepared.Entity, ErrorWrapper>

    /// Creates a client that answers calls of this API with the result.
    public init(_ api: Prepared.Type = Prepared.self, stub: Result<Prepared.Entity, ErrorWrapper>) {
        self.stub = stub
    }

    /// Returns or throws the prepared result. Throws a system error for a different API or an unreadable entity.
    public func call<A: API>(_ api: A) async throws(ErrorWrapper) -> A.Entity
    where A.Service == Service {
        guard api is Prepared else {
            let message = "a stub was prepared for \(Prepared.self), and \(A.self) was called"
            throw .system(error: .mock(.stubMismatch(message: message)))
        }
        let entity = try stub.get()
        do {
            return try api.deserialize(
                ReceivedResponse(head: HTTPResponse(status: .ok), payload: Service.json.encode(entity)))
        } catch {
            throw .system(error: .mock(.stubUncodable(stub: "\(entity)")), causedBy: error)
        }
    }
}
