import Domain
import Foundation
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

/// An error in a recording, which may come from anywhere.
@Suite struct 記録されたエラー {
    private struct Hindered: HinderedError {
        let hindrance: Hindrance?
    }

    @Test(arguments: Hindrance.allCases) func 妨げになったものは記録しても残る(hindrance: Hindrance) throws {
        let error = ErrorWrapper.system(error: .task(.中断), causedBy: Hindered(hindrance: hindrance))

        let decoded = try JSONDecoder().decode(ErrorWrapper.self, from: JSONEncoder().encode(error))

        #expect(decoded.hindrance == hindrance)
    }

    @Test func 知らない妨げは読みとばす() throws {
        let cause = #"{"description":"a","hindrance":"moon"}"#
        let text = #"{"system":{"task":{"_0":{"中断":{}}}},"args":{},"causedBy":[\#(cause)]}"#

        let decoded = try JSONDecoder().decode(ErrorWrapper.self, from: Data(text.utf8))

        #expect(decoded.causes.count == 1)
        #expect(decoded.hindrance == nil)
    }

    /// Each cause holds the next one: releasing them takes stack space in proportion to their number.
    @Test(arguments: [(1000, true), (1001, false), (300_000, false)])
    func 原因の数には上限がある(count: Int, isRead: Bool) {
        let causes = Array(repeating: #"{"description":""}"#, count: count).joined(separator: ",")
        let text = #"{"system":{"task":{"_0":{"中断":{}}}},"args":{},"causedBy":[\#(causes)]}"#

        let decoded = try? JSONDecoder().decode(ErrorWrapper.self, from: Data(text.utf8))

        #expect((decoded?.causes.count == count) == isRead)
    }
}
