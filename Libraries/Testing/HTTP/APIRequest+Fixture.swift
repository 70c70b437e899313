import Foundation
package import HTTPTypes
package import UsecasesAPIClient

extension APIRequest {
    package static func fixture(
        _ method: HTTPRequest.Method = .get, _ address: String = "http://127.0.0.1:1", path: String = "/",
        headers: HTTPFields = [:], body: HTTPBody = .empty, secrets: [String] = [],
        responseLimit: Int = APIRequest.defaultResponseLimit, isStreamed: Bool = false
    ) -> APIRequest {
        let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        return APIRequest(
            HTTPRequest(
                method: method, scheme: String(parts[0].dropLast()), authority: String(parts[1]), path: path,
                headerFields: headers),
            body: body, secrets: secrets, responseLimit: responseLimit, isStreamed: isStreamed)
    }
}

extension APIResponse {
    package static func fixture(
        _ status: Int = 200, _ text: String = "", headers: HTTPFields = [:], to request: APIRequest
    ) -> APIResponse {
        APIResponse(
            HTTPResponse(status: .init(code: status), headerFields: headers), body: .complete(Data(text.utf8)),
            to: request)
    }

    package var stream: HTTPBodyStream? {
        if case .stream(let stream) = body { stream } else { nil }
    }

    package var text: String { String(decoding: data, as: UTF8.self) }
}
