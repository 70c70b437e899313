import Domain
import Testing

@Suite struct エラーの包み {
    private struct Cause: Error, Equatable { let number: Int }

    @Test func 原因は近いものから最後までたどれる() {
        let inner = ErrorWrapper.service(error: .client(.ネットワーク接続不可), causedBy: Cause(number: 1))
        let outer = ErrorWrapper.system(error: .task(.中断), causedBy: inner)

        let causes = outer.causes

        #expect(causes.count == 2)
        #expect((causes.first as? ErrorWrapper)?.service == .client(.ネットワーク接続不可))
        #expect(causes.last as? Cause == Cause(number: 1))
    }

    private static let statuses: [(ErrorWrapper, Int?)] = [
        (.service(error: .server(ErrorResponse(code: "C", title: "T", message: "M"), status: 503)), 503),
        (.system(error: .api(.エラーレスポンスのデシリアライズに失敗(status: 500, responseJson: ""))), 500),
        (.system(error: .api(.レスポンスのデシリアライズに失敗(status: 201, responseJson: ""))), 201),
        (.system(error: .api(.その他のエラー(statusCode: 302))), 302),
        (.system(error: .api(.その他のエラー(statusCode: nil))), nil),
        (.service(error: .client(.ネットワーク接続不可)), nil),
        (.interrupted, nil),
    ]

    @Test(arguments: statuses)
    func ステータスは応答があった場合だけある(error: ErrorWrapper, status: Int?) {
        #expect(error.status == status)
    }
}
