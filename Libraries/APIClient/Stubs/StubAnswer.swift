public import Foundation
public import HTTPTypes
import UsecasesSystem

/// The answer of a stub, and its delay.
public struct StubAnswer: Sendable {
    enum Outcome: Sendable {
        case response(HTTPResponse, Data)
        case failure(TransportError.Kind)
    }

    let outcome: Outcome
    let delay: Duration

    private init(_ outcome: Outcome, _ delay: Duration) {
        self.outcome = outcome
        self.delay = delay
    }

    /// A response with a payload of data; JSON by its headers, unless others are given.
    public static func response(
        _ status: Int = 200, _ payload: Data = Data(), headers: HTTPFields = [.contentType: "application/json"],
        delay: Duration = .zero
    ) -> StubAnswer {
        StubAnswer(.response(HTTPResponse(status: .init(code: status), headerFields: headers), payload), delay)
    }

    /// A response with a payload of text; JSON by its headers, unless others are given.
    public static func response(
        _ status: Int = 200, _ text: String, headers: HTTPFields = [.contentType: "application/json"],
        delay: Duration = .zero
    ) -> StubAnswer {
        response(status, Data(text.utf8), headers: headers, delay: delay)
    }

    /// The content of a file; throws if it cannot be read.
    public static func fixture(
        _ file: URL, status: Int = 200, headers: HTTPFields = [.contentType: "application/json"],
        delay: Duration = .zero
    ) throws -> StubAnswer {
        response(status, try InputFile.read(file.path(percentEncoded: false)), headers: headers, delay: delay)
    }

    /// A failure of the given kind instead of a response.
    public static func failure(_ kind: TransportError.Kind, delay: Duration = .zero) -> StubAnswer {
        StubAnswer(.failure(kind), delay)
    }
}
