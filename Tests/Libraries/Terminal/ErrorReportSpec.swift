import Testing
import UsecasesEngine
import UsecasesTerminal

@Suite struct エラーの報告 {
    private struct Cause: CausedError, CustomStringConvertible {
        let description: String
        var causedBy: (any Error)?
    }

    @Test func 尋ねたことも原因の連なりも失わない() {
        let cause = Cause(description: "outer", causedBy: Cause(description: "inner"))
        let error = ErrorWrapper.service(
            error: .server(ErrorResponse(code: "E1", title: "Busy", message: "Come back later."), status: 503),
            args: ["method": "POST", "url": "http://127.0.0.1/udids"], causedBy: cause)

        let report = ErrorReport(error)

        #expect(report.kind == "service")
        #expect(report.name == "ErrorResponse")
        #expect(report.status == 503)
        #expect(report.args == ["method": "POST", "url": "http://127.0.0.1/udids"])
        #expect(report.causedBy == ["outer", "inner"])
        for text in [report.message.text(in: .en), report.message.text(in: .ja)] {
            #expect(text.contains("503") && text.contains("E1") && text.contains("Busy"))
            #expect(text.contains("Come back later."))
        }
    }

    @Test(arguments: [
        (ErrorWrapper.service(error: .client(.networkUnreachable)), "service", "ネットワーク接続不可"),
        (.system(error: .api(.responseUndecodable(status: 201, responseJSON: "{"))), "system", "レスポンスのデシリアライズに失敗"),
        (.system(error: .dataStore(.damaged(location: "/x", content: nil))), "system", "内容が壊れています"),
        (.system(error: .dependency(.portNotProvided(port: "Backend"))), "system", "未設定"),
        (.interrupted, "system", "中断"),
    ])
    func 種類と名前は契約のとおり(error: ErrorWrapper, kind: String, name: String) {
        let report = ErrorReport(error)

        #expect(report.kind == kind)
        #expect(report.name == name)
        #expect(report.message.text(in: .en) != report.message.text(in: .ja))
    }
}
