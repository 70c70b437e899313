public import UsecasesEngine

/// A time as its distance from the time when a screen is shown, such as “10 minutes ago”.
public struct RelativeTime: Sendable, Hashable {
    /// The exact time.
    public let time: Timestamp
    private let now: Timestamp

    /// Creates the distance of the time from `now`, the time of the screen.
    public init(_ time: Timestamp, at now: Timestamp) {
        self.time = time
        self.now = now
    }

    /// The distance in minutes, hours or days. It is rounded down for a past time. It is rounded up for a time to come, so
    /// nobody returns too early.
    public var sentence: Sentence {
        let (distance, isPast) = (abs(time.milliseconds - now.milliseconds), time <= now)
        func count(_ unit: Int64) -> Int64 { isPast ? distance / unit : (distance + unit - 1) / unit }
        let (minutes, hours) = (count(60_000), count(3_600_000))
        if minutes == 0 { return Sentence(en: "just now", ja: "たった今") }
        if minutes < 60 { return sentence(minutes, isPast, en: "minute", ja: "分") }
        return hours < 24
            ? sentence(hours, isPast, en: "hour", ja: "時間") : sentence(count(86_400_000), isPast, en: "day", ja: "日")
    }

    private func sentence(_ count: Int64, _ isPast: Bool, en: String, ja: String) -> Sentence {
        let english = "\(count) \(en)\(count == 1 ? "" : "s")"
        return isPast
            ? Sentence(en: "\(english) ago", ja: "\(count)\(ja)前") : Sentence(en: "in \(english)", ja: "\(count)\(ja)後")
    }

    /// The distance and the exact time of an event to come, such as “in 10 minutes (2026-11-20 12:10:00 UTC)”. A time that
    /// has passed is only exact.
    public var sentenceWithTime: Sentence {
        guard time > now else { return Sentence(en: "at \(time.toTheSecond)", ja: time.toTheSecond) }
        return Sentence(
            en: "\(sentence.text(in: .en)) (\(time.toTheSecond))", ja: "\(sentence.text(in: .ja))(\(time.toTheSecond))")
    }
}
