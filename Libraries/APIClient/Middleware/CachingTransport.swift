import Foundation
import HTTPTypes

/// Stores responses, and revalidates them with the server each time (`If-None-Match`, `If-Modified-Since`); an
/// unchanged response is not sent again. Nothing is taken from the cache without asking the server.
///
/// A request with conditions of its own, and a request for a stream, is passed on unchanged.
package struct CachingTransport: TimedTransport {
    private let base: any HttpTransport
    private let cache: ResponseCache

    package init(_ base: any HttpTransport, cache: ResponseCache) {
        self.base = base
        self.cache = cache
    }

    package func exchange(
        _ request: HttpRequest, until deadline: Deadline?
    ) async throws(TransportError) -> HttpResponse {
        guard request.head.method == .get, !request.isStreamed, !request.isConditional else {
            let response = try await base.exchange(request, until: deadline)
            if !request.isSafe, response.head.status.code < 400 { cache.forget(request) }
            return response
        }
        let stored = cache.response(to: request)
        let response = try await base.exchange(
            stored.map(request.askingWhetherChanged(since:)) ?? request, until: deadline)
        if response.head.status == .notModified, let stored {
            return cache.renew(stored, with: response)
        }
        if response.head.status == .ok {
            cache.keep(response, for: request)
        } else if response.head.status.code < 500 {
            cache.forget(request)
        }
        return response
    }
}

extension HttpRequest {
    fileprivate var isConditional: Bool {
        let conditions: [HTTPField.Name] = [
            .ifNoneMatch, .ifModifiedSince, .ifMatch, .ifUnmodifiedSince, .ifRange, .range,
        ]
        return conditions.contains { head.headerFields[$0] != nil }
    }

    fileprivate var isSafe: Bool { [.get, .head, .options, .trace].contains(head.method) }

    fileprivate func askingWhetherChanged(since stored: ResponseCache.Entry) -> HttpRequest {
        var request = self
        if let tag = stored.head.headerFields[.eTag] { request.head.headerFields[.ifNoneMatch] = tag }
        if let date = stored.head.headerFields[.lastModified] { request.head.headerFields[.ifModifiedSince] = date }
        return request
    }
}
