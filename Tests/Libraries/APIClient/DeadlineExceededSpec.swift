import Testing

@testable import CalearningTestSupport
@testable import UsecasesAPIClient

@Suite struct 待つ時間が尽きたこと {
    @Test(arguments: [
        (Duration.seconds(8), "no complete response within 8.0 seconds"),
        (.milliseconds(250), "no complete response within 0.25 seconds"),
        (.nanoseconds(230), "no complete response within less than 0.001 seconds"),
        // A retry begins exactly at the deadline.
        (.zero, "no complete response within less than 0.001 seconds"),
    ])
    func 読める長さで言う(timeout: Duration, text: String) {
        #expect("\(DeadlineExceeded(timeout: timeout))" == text)
    }
}
