import Foundation
package import HTTPTypes
public import UsecasesEngine

/// The earliest time of a retry according to the server (RFC 9110, 10.2.3).
package enum RetryAfter: Sendable, Hashable {
    case pause(Duration)
    case time(Timestamp)

    /// Returns `nil` if the headers have no valid `Retry-After`. If the response has a `Date`, a time is converted to a
    /// pause by the server's clock.
    package init?(_ headers: HTTPFields) {
        guard let text = headers[values: .retryAfter].first else { return nil }
        if let seconds = Int64(text), (0...Int64(UInt32.max)).contains(seconds), text.allSatisfy(\.isNumber) {
            self = .pause(.seconds(seconds))
        } else if let time = Timestamp(httpDate: text) {
            if let now = headers[.date].flatMap(Timestamp.init(httpDate:)) {
                self = .pause(.milliseconds(max(0, time.milliseconds - now.milliseconds)))
            } else {
                self = .time(time)
            }
        } else {
            return nil
        }
    }

    /// Returns the pause from `now`. Zero for a time in the past.
    package func pause(from now: Timestamp) -> Duration {
        switch self {
        case .pause(let pause): pause
        case .time(let time): .milliseconds(max(0, time.milliseconds - now.milliseconds))
        }
    }
}

extension ReceivedResponse {
    /// Returns the time at which the server accepts the request again. Returns `nil` if the server does not report it,
    /// or if it is not within a day from `now`.
    package func retryTime(from now: Timestamp) -> Timestamp? {
        guard let pause = RetryAfter(headers)?.pause(from: now), pause <= .seconds(86_400) else { return nil }
        return now + pause
    }
}

extension Timestamp {
    /// Parses the three formats of RFC 9110, 5.6.7, for example `Sun, 06 Nov 1994 08:49:37 GMT`,
    /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
    public init?(httpDate text: String) {
        // Reject digits and letters outside ASCII. The longest date, `Wednesday, 06-Nov-94 08:49:37 GMT`, has 33
        // characters.
        guard text.utf8.count <= 33, text.utf8.allSatisfy({ $0 < 0x80 }),
            let clock = text.firstMatch(of: #/(\d\d):(\d\d):(\d\d)/#)?.output
        else { return nil }
        let day: (year: Substring, month: Substring, day: Substring)
        if let date = text.wholeMatch(of: #/\w{3}, (\d\d) (\w{3}) (\d{4}) [\d:]{8} GMT/#)?.output {
            day = (date.3, date.2, date.1)
        } else if let date = text.wholeMatch(of: #/\w{6,9}, (\d\d)-(\w{3})-(\d\d) [\d:]{8} GMT/#)?.output {
            // RFC 9110 places a two-digit year in the past if it would be over 50 years ahead. The fixed limit of 70
            // approximates that.
            day = ((Int(date.3) ?? 0) < 70 ? "20" + date.3 : "19" + date.3, date.2, date.1)
        } else if let date = text.wholeMatch(of: #/\w{3} (\w{3}) +(\d\d?) [\d:]{8} (\d{4})/#)?.output {
            day = (date.3, date.1, date.2)
        } else {
            return nil
        }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let month = months.firstIndex(of: String(day.month)) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(
            calendar: calendar, year: Int(day.year), month: month + 1, day: Int(day.day), hour: Int(clock.1),
            minute: Int(clock.2), second: Int(clock.3))
        guard components.isValidDate, let date = components.date else { return nil }
        self.init(milliseconds: Int64(date.timeIntervalSince1970) * 1000)
    }
}
