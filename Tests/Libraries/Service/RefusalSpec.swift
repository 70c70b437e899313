#if Server
import HTTPTypes
import Hummingbird
import Testing
import UsecasesEngine

@testable import UsecasesService

@Suite struct 拒否の応答 {
    @Test(
        arguments: [
            (.conflict, "Taken.", "CONFLICT", "Taken."),
            (.init(code: 418, reasonPhrase: ""), nil, "THE_REQUEST_WAS_REFUSED", "The service refuses this request."),
        ] as [(HTTPResponse.Status, String?, String, String)])
    func 道が投げたHTTPErrorは自分のステータスを保つ(
        status: HTTPResponse.Status, body: String?, code: String, message: String
    ) {
        let refusal = Refusal.plain(body.map { HTTPError(status, message: $0) } ?? HTTPError(status))

        #expect(refusal.status == status)
        #expect(refusal.response.code == code)
        #expect(refusal.response.message == message)
    }
}
#endif
