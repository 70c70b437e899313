import Foundation
public import HTTPTypes
public import Usecases

extension HttpApiClient {
    /// The pages of a list, from the one that `api` names to the last, following the `next` relation of their `Link`
    /// headers: RFC 8288. A page is fetched when it is requested. A link to another scheme, host or port is not
    /// followed, as the credentials would be sent there.
    public func pages<A: Api>(of api: A) -> Pages<A> where A.Service == Service { Pages(client: self, api: api) }
}

/// A sequence of answers, each of which links to the next.
public struct Pages<A: Api>: AsyncSequence, Sendable {
    /// One page with its exchange.
    public typealias Element = Answer<A.Entity>
    /// The error of a page that could not be fetched.
    public typealias Failure = ErrorWrapper

    fileprivate let client: HttpApiClient<A.Service>
    fileprivate let api: A

    /// Starts at the first page again.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

    /// Fetches the pages one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Next {
            case first
            case page(HttpRequest)
            case none
        }

        private let pages: Pages
        private var following = Next.first

        fileprivate init(pages: Pages) {
            self.pages = pages
        }

        /// Fetches the next page; `nil` after the last page, and after an error.
        public mutating func next(isolation actor: isolated (any Swift.Actor)?) async throws(ErrorWrapper) -> Element? {
            let request: HttpRequest
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
                throw ApiError(
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
