import Foundation
import HTTPTypes

extension HttpRequest {
    /// The same request to another address of the same origin; `nil` for any other origin.
    func following(_ reference: String) -> HttpRequest? {
        guard let next = redirected(to: reference), next.origin == origin else { return nil }
        return next
    }

    /// The same request to another address, which may be relative to this one; `nil` if it is not a valid address.
    func redirected(to reference: String) -> HttpRequest? {
        guard let base = URL(string: url), let target = URL(string: reference, relativeTo: base)?.absoluteURL,
            let components = URLComponents(url: target, resolvingAgainstBaseURL: true),
            let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme),
            components.user == nil, let host = components.encodedHost, !host.isEmpty
        else { return nil }
        var request = self
        request.head.scheme = scheme
        request.head.authority = components.port.map { "\(host):\($0)" } ?? host
        let path = components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath
        request.head.path = path + (components.percentEncodedQuery.map { "?\($0)" } ?? "")
        return request
    }
}
