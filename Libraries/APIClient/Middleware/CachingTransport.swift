import Foundation
import HTTPTypes
import Synchronization

/// Caches responses and revalidates them with the server on each request (`If-None-Match`, `If-Modified-Since`). The
/// server does not resend an unchanged response. A cached response is never returned without revalidation.
///
/// Conditional requests and requests for a stream are passed on unchanged.
public struct CachingTransport: TimedTransport {
    private let base: any HTTPTransport
    private let cache: ResponseCache

    package init(_ base: any HTTPTransport, cache: ResponseCache) {
        self.base = base
        self.cache = cache
    }

    /// Returns the cached response if the server still accepts it, or else the new response.
    package func send(_ request: APIRequest, until deadline: Deadline?) async throws(TransportError) -> APIResponse {
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

extension APIRequest {
    fileprivate var isConditional: Bool {
        let conditions: [HTTPField.Name] = [
            .ifNoneMatch, .ifModifiedSince, .ifMatch, .ifUnmodifiedSince, .ifRange, .range,
        ]
        return conditions.contains { head.headerFields[$0] != nil }
    }

    fileprivate var isSafe: Bool { [.get, .head, .options, .trace].contains(head.method) }

    fileprivate func askingWhetherChanged(since stored: ResponseCache.Entry) -> APIRequest {
        var request = self
        if let tag = stored.head.headerFields[.eTag] { request.head.headerFields[.ifNoneMatch] = tag }
        if let date = stored.head.headerFields[.lastModified] { request.head.headerFields[.ifModifiedSince] = date }
        return request
    }
}

/// A cache of responses in memory. The least recently used ones are evicted first.
///
/// The key of a response is its address and the headers that its `Vary` header lists. Headers with credentials are
/// always part of the key. Therefore a response is never returned for a request with different credentials.
public final class ResponseCache: Sendable {
    struct Entry: Sendable {
        let key: Key
        var head: HTTPResponse
        let data: Data
        fileprivate let selection: [HTTPField.Name: String?]
    }

    struct Key: Hashable, Sendable {
        let url: String
        let credentials: [String]
    }

    fileprivate struct State {
        var entries: [Key: [Entry]] = [:]
        /// All keys, the most recently used one last.
        var order: [Key] = []
        var size = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// Creates an empty cache. `capacity` is the maximum size of all bodies, in bytes.
    public init(capacity: Int = 16 << 20) {
        self.capacity = capacity
    }

    func response(to request: APIRequest) -> Entry? {
        let key = Key(request)
        return state.withLock { state -> Entry? in
            guard let entry = state.entries[key]?.first(where: { $0.fits(request) }) else { return nil }
            state.touch(key)
            return entry
        }
    }

    func keep(_ response: APIResponse, for request: APIRequest) {
        let fields = response.head.headerFields
        let vary = (fields[.vary] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let names = vary.compactMap { HTTPField.Name($0) }
        let directives = (fields[.cacheControl] ?? "").lowercased()
        guard fields[.eTag] != nil || fields[.lastModified] != nil, !directives.contains("no-store"),
            !vary.contains("*"), names.count == vary.count, response.data.count <= capacity
        else { return forget(request) }
        let selection = names.map { ($0, request.head.headerFields[$0]) }
        let key = Key(request)
        let entry = Entry(
            key: key, head: response.head, data: response.data,
            selection: Dictionary(selection) { first, _ in first })
        state.withLock { state in
            state.remove(key) { $0.fits(request) }
            state.entries[key, default: []].append(entry)
            state.size += entry.data.count
            state.touch(key)
            while state.size > capacity, let oldest = state.order.first { state.remove(oldest) { _ in true } }
        }
    }

    /// Returns the stored response, updated with the new headers from the server (RFC 9111, 4.3.4).
    func renew(_ stored: Entry, with response: APIResponse) -> APIResponse {
        var head = stored.head
        var news = response.head.headerFields
        for name in [HTTPField.Name.contentLength, .contentEncoding, .contentRange, .contentType] { news[name] = nil }
        head.headerFields.replace(with: news)
        state.withLock { state in
            guard
                let index = state.entries[stored.key]?.firstIndex(where: {
                    $0.selection == stored.selection && $0.data == stored.data
                })
            else { return }
            state.entries[stored.key]?[index].head = head
        }
        var renewed = APIResponse(head, body: .complete(stored.data), to: response.request)
        renewed.attempts = response.attempts
        return renewed
    }

    /// Removes all responses for the address, with any credentials.
    func forget(_ request: APIRequest) {
        state.withLock { state in
            for key in state.entries.keys where key.url == request.url { state.remove(key) { _ in true } }
        }
    }
}

extension ResponseCache.Key {
    fileprivate init(_ request: APIRequest) {
        url = request.url
        credentials = request.head.headerFields.filter(\.isSecret).map { "\($0.name.canonicalName): \($0.value)" }
            .sorted()
    }
}

extension ResponseCache.Entry {
    fileprivate func fits(_ request: APIRequest) -> Bool {
        selection.allSatisfy { request.head.headerFields[$0.key] == $0.value }
    }
}

extension ResponseCache.State {
    fileprivate mutating func touch(_ key: ResponseCache.Key) {
        order.removeAll { $0 == key }
        order.append(key)
    }

    fileprivate mutating func remove(_ key: ResponseCache.Key, where isGone: (ResponseCache.Entry) -> Bool) {
        let (gone, kept) = (entries[key] ?? []).reduce(into: ([ResponseCache.Entry](), [ResponseCache.Entry]())) {
            if isGone($1) { $0.0.append($1) } else { $0.1.append($1) }
        }
        size -= gone.reduce(0) { $0 + $1.data.count }
        entries[key] = kept.isEmpty ? nil : kept
        if kept.isEmpty { order.removeAll { $0 == key } }
    }
}
