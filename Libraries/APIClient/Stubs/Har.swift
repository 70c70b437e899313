package import Foundation
import UsecasesSystem

/// Exchanges in a file format that browsers and proxies can open, too: HTTP Archive 1.2,
/// http://www.softwareishard.com/blog/har-12-spec/
public struct Har: Sendable, Hashable, Codable {
    /// The content of an archive.
    public struct Log: Sendable, Hashable, Codable {
        /// The version of the format.
        public var version = "1.2"
        package var creator = Creator()
        /// The exchanges in the order in which they were recorded.
        public var entries: [Entry] = []
    }

    package struct Creator: Sendable, Hashable, Codable {
        package var name = "UsecasesAPIClient"
        package var version = "1"
    }

    /// One exchange: the request, and its response or failure.
    public struct Entry: Sendable, Hashable, Codable {
        let startedDateTime: String
        /// In milliseconds.
        let time: Double
        let request: Request
        let response: Response
        var cache: [String: String] = [:]
        let timings: Timings
    }

    struct Pair: Sendable, Hashable, Codable {
        let name: String
        let value: String
    }

    struct Request: Sendable, Hashable, Codable {
        struct PostData: Sendable, Hashable, Codable {
            let mimeType: String
            let text: String
        }

        let method: String
        let url: String
        var httpVersion = "HTTP/1.1"
        var cookies: [Pair] = []
        let headers: [Pair]
        let queryString: [Pair]
        let postData: PostData?
        var headersSize = -1
        let bodySize: Int
    }

    struct Response: Sendable, Hashable, Codable {
        struct Content: Sendable, Hashable, Codable {
            let size: Int
            let mimeType: String
            let text: String?
            /// `base64` if the content is not text.
            let encoding: String?
        }

        /// 0 for a failed exchange.
        let status: Int
        let statusText: String
        var httpVersion = "HTTP/1.1"
        var cookies: [Pair] = []
        let headers: [Pair]
        let content: Content
        let redirectURL: String
        var headersSize = -1
        let bodySize: Int
        /// The reason that there is no response.
        let _error: String?
    }

    struct Timings: Sendable, Hashable, Codable {
        var send = 0.0
        let wait: Double
        var receive = 0.0
    }

    package var log = Log()

    package init() {}

    /// Throws if the file cannot be read, is not a regular file, is larger than ``InputFile/sizeLimit``, or is not an
    /// HTTP Archive.
    package init(contentsOf file: URL) throws {
        self = try JSONDecoder().decode(Har.self, from: InputFile.read(file.path(percentEncoded: false)))
    }

    package func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }

    package func write(to file: URL) throws {
        try encoded().write(to: file, options: .atomic)
    }
}
