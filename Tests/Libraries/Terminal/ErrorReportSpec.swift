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
}
