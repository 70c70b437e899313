import Foundation
public import HTTPTypes
public import Usecases

/// The part of an address after the question mark: any `Encodable` value with members.
public struct Query: Sendable {
    package static let none = Query(value: nil, format: QueryFormat())

    let value: (any Encodable & Sendable)?
    let format: QueryFormat

    package static func encoding(_ value: some Encodable & Sendable, _ format: QueryFormat = QueryFormat()) -> Query {
        Query(value: value, format: format)
    }
}

extension Query: ExpressibleByDictionaryLiteral {
    /// `["page": 2, "labels": ["bug", "help wanted"]]`; `nil` values are omitted.
    public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
        self.init(value: Members(elements: elements), format: QueryFormat())
    }

    private struct Members: Encodable, Sendable {
        let elements: [(String, (any Encodable & Sendable)?)]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for (name, value) in elements {
                if let value {
                    try container.encode(value, forKey: AnyKey(name))
                } else {
                    try container.encodeNil(forKey: AnyKey(name))
                }
            }
        }
    }
}

/// A coding key, by name or by index.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init(stringValue: String) { self.init(stringValue) }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}

extension LiveAPIClient {
    /// The pages of a list, from the one that `api` names to the last, following the `next` relation of their `Link`
    /// headers: RFC 8288. A page is fetched when it is requested. A link to another scheme, host or port is not
    /// followed, as the credentials would be sent there.
    public func pages<A: API>(of api: A) -> Pages<A> where A.Service == Service { Pages(client: self, api: api) }
}

/// A sequence of answers, each of which links to the next.
public struct Pages<A: API>: AsyncSequence, Sendable {
    /// One page with its exchange.
    public typealias Element = Answer<A.Entity>
    /// The error of a page that could not be fetched.
    public typealias Failure = ErrorWrapper

    fileprivate let client: LiveAPIClient<A.Service>
    fileprivate let api: A

    /// Starts at the first page again.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

    /// Fetches the pages one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Next {
            case first
            case page(APIRequest)
            case none
        }

        private let pages: Pages
        private var following = Next.first

        fileprivate init(pages: Pages) {
            self.pages = pages
        }

        /// Fetches the next page; `nil` after the last page, and after an error.
        public mutating func next(isolation actor: isolated (any Swift.Actor)?) async throws(ErrorWrapper) -> Element? {
            let request: APIRequest
            switch following {
            case .none: return nil
            case .first: request = try pages.client.request(for: pages.api)
            case .page(let page): request = page
            }
            // If a page fails, it is the last one.
            following = .none
            let answer = try await pages.client.answer(to: pages.api, request)
            guard let link = answer.response.headers.link(to: "next") else { return answer }
            guard let next = request.following(link) else {
                throw APIError(
                    .reading, request: answer.request, response: answer.response,
                    causedBy: ForeignLink(description: "the next page is of another scheme, host or port: \(link)")
                ).wrapped(.api(.その他のエラー(statusCode: answer.response.status)))
            }
            following = .page(next)
            return answer
        }
    }
}

private struct ForeignLink: Error, CustomStringConvertible {
    let description: String
}

extension HTTPFields {
    /// The target of the first link with the given relation.
    public func link(to relation: String) -> String? {
        guard let header = self[HTTPField.Name.link] else { return nil }
        for match in header.matches(
            of: #/<([^<>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/#)
        {
            // One after the other, as the text of one of them may look like another.
            let parameters = match.output.2.matches(
                of: #/;\s*([^\s=;,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/#)
            let relations = parameters.first { $0.output.1.lowercased() == "rel" }?.output
            let names = (relations?.2 ?? relations?.3 ?? "").split(separator: " ")
            if names.contains(where: { $0.lowercased() == relation }) { return String(match.output.1) }
        }
        return nil
    }
}
