import Foundation
public import HTTPTypes
public import Usecases

/// The query of a URL. It is an `Encodable` value with members.
public struct Query: Sendable {
    /// No query.
    public static let none = Query(value: nil, format: QueryFormat())

    let value: (any Encodable & Sendable)?
    let format: QueryFormat

    /// Creates a query from the members of a value.
    public static func encoding(_ value: some Encodable & Sendable, _ format: QueryFormat = QueryFormat()) -> Query {
        Query(value: value, format: format)
    }
}

extension Query: ExpressibleByDictionaryLiteral {
    /// Creates a query such as `["page": 2, "labels": ["bug", "help wanted"]]`. `nil` values are omitted.
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
    /// Returns the pages of a list, from the page that `api` requests to the last one. Each page links to the next with
    /// the `next` relation of its `Link` header (RFC 8288). Each page is fetched when it is requested. A link to a
    /// different scheme, host or port is an error, because the credentials would be sent there.
    public func pages<A: API>(of api: A) -> Pages<A> where A.Service == Service { Pages(client: self, api: api) }
}

/// An asynchronous sequence of the pages of a list.
public struct Pages<A: API>: AsyncSequence, Sendable {
    /// A page, with its request and response.
    public typealias Element = Answer<A.Entity>
    /// The error of a page that could not be fetched.
    public typealias Failure = ErrorWrapper

    fileprivate let client: LiveAPIClient<A.Service>
    fileprivate let api: A

    /// Returns an iterator that starts at the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

    /// An iterator that fetches the pages one by one.
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

        /// Fetches the next page. Returns `nil` after the last page, and after an error.
        public mutating func next(isolation actor: isolated (any Swift.Actor)?) async throws(ErrorWrapper) -> Element? {
            let request: APIRequest
            switch following {
            case .none: return nil
            case .first: request = try pages.client.request(for: pages.api)
            case .page(let page): request = page
            }
            // No page follows a page that fails.
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
    /// Returns the target of the first link with the given relation. `nil` if no link has it.
    public func link(to relation: String) -> String? {
        guard let header = self[HTTPField.Name.link] else { return nil }
        for match in header.matches(
            of: #/<([^<>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/#)
        {
            // Parameters are parsed in order, because a quoted value may look like a different parameter.
            let parameters = match.output.2.matches(
                of: #/;\s*([^\s=;,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/#)
            let relations = parameters.first { $0.output.1.lowercased() == "rel" }?.output
            let names = (relations?.2 ?? relations?.3 ?? "").split(separator: " ")
            if names.contains(where: { $0.lowercased() == relation }) { return String(match.output.1) }
        }
        return nil
    }
}
