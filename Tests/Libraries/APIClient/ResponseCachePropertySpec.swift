import Foundation
import HTTPTypes
import Testing
import UsecasesTesting

@testable import CalearningTestSupport
@testable import UsecasesAPIClient

/// Compares the cache with a list of responses that ends with the most recently used one.
@Suite struct 応答の貯えの性質 {
    private enum Step: Sendable {
        case keep(Place, size: Int, vary: String?, isCacheable: Bool)
        case look(Place)
        case forget(Place)
    }

    /// A key of the cache: an address, credentials, and a header on which the response may depend.
    private struct Place: Hashable, Sendable {
        let path: String
        let token: String?
        let language: String?

        var request: APIRequest {
            var fields = HTTPFields()
            fields[.authorization] = token
            fields[.acceptLanguage] = language
            return .fixture(.get, path: path, headers: fields)
        }
    }

    private struct StoredKeys {
        let place: Place
        let dependsOnLanguage: Bool
        let data: Data

        func serves(_ other: Place) -> Bool {
            place.path == other.path && place.token == other.token
                && (!dependsOnLanguage || place.language == other.language)
        }
    }

    private static let capacity = 20

    private static func step(_ choices: inout RandomChoices) -> Step {
        let place = Place(
            path: choices.one(of: ["/a", "/b", "/c"]), token: choices.one(of: [nil, nil, "1", "2"]),
            language: choices.one(of: [nil, "en", "ja"]))
        switch choices.number(in: 0...6) {
        case 0...2:
            return .keep(
                place, size: choices.number(near: 1, 7, capacity, within: 3),
                vary: choices.one(of: [nil, nil, "Accept-Language", "accept-language , accept", "*"]),
                isCacheable: choices.number(in: 0...4) > 0)
        case 3: return .forget(place)
        default: return .look(place)
        }
    }

    @Test func 同じ相手の同じ要求にだけ_最後の応答を返し_古いものから捨てる() async {
        await forAll(200) {
            $0.list(0...40, of: Self.step)
        } holds: { steps in
            let cache = ResponseCache(capacity: Self.capacity)
            // The responses in the order of their use. Responses with one address and the same credentials are used and
            // dropped together.
            var kept: [StoredKeys] = []
            func touch(_ place: Place) {
                let used = kept.filter { $0.place.path == place.path && $0.place.token == place.token }
                kept.removeAll { $0.place.path == place.path && $0.place.token == place.token }
                kept += used
            }
            for (number, step) in steps.enumerated() {
                switch step {
                case .forget(let place):
                    cache.forget(place.request)
                    kept.removeAll { $0.place.path == place.path }
                case .look(let place):
                    let found = cache.response(to: place.request)?.data
                    let expected = kept.first { $0.serves(place) }?.data
                    try promise(found, is: expected)
                    if expected != nil { touch(place) }
                case .keep(let place, let size, let vary, let isCacheable):
                    let data = Data(repeating: UInt8(number), count: max(0, size))
                    var fields: HTTPFields = [.eTag: "\"\(number)\""]
                    fields[.vary] = vary
                    if !isCacheable { fields[.cacheControl] = "max-age=1, No-Store" }
                    let head = HTTPResponse(status: .ok, headerFields: fields)
                    cache.keep(APIResponse(head, body: .complete(data), to: place.request), for: place.request)
                    guard isCacheable, vary != "*", data.count <= Self.capacity else {
                        kept.removeAll { $0.place.path == place.path }
                        continue
                    }
                    kept.removeAll { $0.serves(place) }
                    kept.append(StoredKeys(place: place, dependsOnLanguage: vary != nil, data: data))
                    touch(place)
                    while kept.reduce(0, { $0 + $1.data.count }) > Self.capacity, let oldest = kept.first?.place {
                        kept.removeAll { $0.place.path == oldest.path && $0.place.token == oldest.token }
                    }
                }
            }
        }
    }
}
