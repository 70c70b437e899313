import Foundation
import HTTPTypes
import Synchronization

/// Builds the request for an endpoint.
struct RequestBuilder<Service: ApiService> {
    struct InvalidPath: Error, CustomStringConvertible {
        let description: String
    }

    let service: Service
    let userAgent: String

    func request<A: Api>(for api: A) throws -> HttpRequest where A.Service == Service {
        let apiPath = api.path
        let (query, method) = (api.query, api.method)
        if let flaw = apiPath.flaw { throw InvalidPath(description: flaw) }
        // Without anything to encode, as in most read requests, there are no secrets to collect.
        let secrets = query.value == nil && method.payload == nil ? nil : SecretCollector()
        let receive: @Sendable (String) -> Void = { secrets?.receive($0) }
        var path = service.address.path + apiPath.text
        if let value = query.value {
            let pairs = try QueryEncoder(format: query.format, secretReceiver: receive).pairs(of: value)
            if !pairs.isEmpty { path += "?" + pairs.query }
        }
        let body = try method.payload.map { try $0.body(Service.json, receive) } ?? .empty

        var fields: HTTPFields = [.accept: "application/json", .userAgent: userAgent]
        fields.replace(with: service.headers)
        if let payload = method.payload { fields[.contentType] = payload.contentType }
        fields.replace(with: api.headers)
        let head = HTTPRequest(
            method: method.name, scheme: service.address.scheme, authority: service.address.authority,
            path: path.isEmpty ? "/" : path, headerFields: fields)
        return HttpRequest(head, body: body, secrets: apiPath.secrets + (secrets?.values ?? []))
    }
}

extension HTTPFields {
    /// Takes the others, including repeated ones, instead of its own fields of the same names.
    mutating func replace(with others: HTTPFields) {
        for field in others { self[field.name] = nil }
        for field in others { append(field) }
    }
}

/// Collects the secrets that were written.
private final class SecretCollector: Sendable {
    private let state = Mutex<[String]>([])

    var values: [String] { state.withLock { $0 } }

    func receive(_ secret: String) {
        state.withLock { $0.append(secret) }
    }
}
