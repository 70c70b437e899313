#if Server
import HTTPTypes
import Testing
import Usecases
import UsecasesTesting

@testable import CalearningTestSupport

@testable import UsecasesService

@Suite struct 待つ時間と証明書の期限の性質 {
    @Test func 告げられる秒数は待つ時間より長いが_長くても一秒だけ() async {
        await forAll {
            Duration.milliseconds(max(0, $0.number(near: 0, 1000, 600_000, within: 5000)))
        } holds: { wait in
            let header = Refusal.tooManyRequests(wait: wait).headers[.retryAfter]
            let seconds = try promised(header.flatMap { Int($0) })

            try promise(.seconds(seconds) > wait && .seconds(seconds - 1) <= wait, "\(seconds) s")
        }
    }

    @Test func 証明書には有効でないときと期限の十四日前からだけ一言ある() async {
        let day: Int64 = 86_400_000
        await forAll { choices in
            let begin = 1000 * day
            let end = begin + choices.number(near: 0, 14 * day, 90 * day, within: day)
            return (begin, end, choices.one(of: [begin, end, end - 14 * day]) + choices.number(in: -2...2))
        } holds: { begin, end, now in
            let validity = CertificateValidity(
                begin: Timestamp(milliseconds: begin), end: Timestamp(milliseconds: end))

            let remark = validity.remark(at: Timestamp(milliseconds: now))?.text(in: .en)

            try promise(remark == nil, is: now >= begin && now <= end - 14 * day)
            try promise(remark?.contains("has expired") == true, is: now > end)
            try promise(remark?.contains("not valid yet") == true, is: now < begin && now <= end)
        }
    }
}
#endif
