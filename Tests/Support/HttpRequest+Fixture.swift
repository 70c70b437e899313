import Foundation
import HTTPTypes
import UsecasesAPIClient

extension HttpRequest {
    static func fixture(
        _ method: HTTPRequest.Method = .get, _ address: String = "http://127.0.0.1:1", path: String = "/",
        headers: HTTPFields = [:], body: HttpBody = .empty, secrets: [String] = [],
        responseLimit: Int = HttpRequest.defaultResponseLimit, isStreamed: Bool = false
    ) -> HttpRequest {
        let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        return HttpRequest(
            HTTPRequest(
                method: method, scheme: String(parts[0].dropLast()), authority: String(parts[1]), path: path,
                headerFields: headers),
            body: body, secrets: secrets, responseLimit: responseLimit, isStreamed: isStreamed)
    }
}

extension HttpResponse {
    static func fixture(
        _ status: Int = 200, _ text: String = "", headers: HTTPFields = [:], to request: HttpRequest
    ) -> HttpResponse {
        HttpResponse(
            HTTPResponse(status: .init(code: status), headerFields: headers), body: .complete(Data(text.utf8)),
            to: request)
    }

    var stream: HttpBodyStream? {
        if case .stream(let stream) = body { stream } else { nil }
    }

    var text: String { String(decoding: data, as: UTF8.self) }
}
