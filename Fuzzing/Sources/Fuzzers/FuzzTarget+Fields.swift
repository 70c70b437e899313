import Foundation
import HTTPTypes
import UsecasesTesting

@testable import CalearningDomain
@testable import Usecases
@testable import UsecasesAPIClient

extension FuzzTarget {
    /// A value that is read from a field or an argument is written back unchanged, and has a single meaning.
    static let fields = FuzzTarget(
        name: "fields", sizeLimit: 16 << 10,
        check: .now { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            if let key = InstallationKey(text) { try promise(key.rawValue == text, "a key is its text") }
            if let udid = UDID(text) { try promise("\(udid)" == text, "a UDID is its text") }
            if let uuid = UUIDv7(text) { try promise("\(uuid)" == text, "a UUID is its text") }
            if let login = GitHubLogin(text) {
                try promise(login.rawValue == text && text.utf8.count <= 39, "a login is its text")
            }
            if let trace = TraceContext(traceparent: text) {
                try promise(TraceContext(traceparent: trace.traceparent) == trace, "a trace is read as it is written")
                try promise(
                    text.utf8.starts(with: trace.traceparent.utf8.dropLast(2)) || !text.hasPrefix("00"),
                    "a trace is its text")
            }
            if let address = try? BaseAddress(text) {
                try promise((try? BaseAddress("\(address)")) == address, "\(address) is read as it is written")
                try promise(!address.authority.contains("@"), "an address has no user")
            }
            try checkDates(text)
            let redacted = ("http://user:s3cret@a/" + text).redactedAddress
            try promise(!redacted.contains("s3cret"), "what is told of an address has no password")
        })

    private static func checkDates(_ text: String) throws {
        if let time = Timestamp(httpDate: text) {
            try promise(text.utf8.allSatisfy { $0 < 0x80 }, "a date of HTTP is ASCII")
            try promise(("0000"..."9999").contains("\(time)".prefix(4)), "a date has a year of four digits")
            try promise("\(time)".count == 24, "a time is written in 24 characters")
        }
        let headers: HTTPFields = [.retryAfter: text]
        guard let pause = RetryAfter(headers)?.pause(from: Timestamp(milliseconds: 0)) else { return }
        try promise((.zero ... .seconds(300_000_000_000)).contains(pause), "a pause is bounded")
    }
}
