import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@Suite struct 相対的な時刻 {
    private static let (minute, hour, day) = (60_000 as Int64, 3_600_000 as Int64, 86_400_000 as Int64)

    private func shown(_ distance: Int64, in language: Language = .en) -> String {
        let time = Timestamp(milliseconds: Timestamp.example.milliseconds + distance)
        return RelativeTime(time, at: .example).sentence.text(in: language)
    }

    @Test(
        arguments: [
            (0, "just now", "たった今"), (-59_999, "just now", "たった今"), (-minute, "1 minute ago", "1分前"),
            (-2 * minute + 1, "1 minute ago", "1分前"), (-2 * minute, "2 minutes ago", "2分前"),
            (-hour + 1, "59 minutes ago", "59分前"), (-hour, "1 hour ago", "1時間前"), (-day + 1, "23 hours ago", "23時間前"),
            (-day, "1 day ago", "1日前"), (-40 * day - 1, "40 days ago", "40日前"), (1, "in 1 minute", "1分後"),
            (minute, "in 1 minute", "1分後"), (minute + 1, "in 2 minutes", "2分後"), (59 * minute, "in 59 minutes", "59分後"),
            (59 * minute + 1, "in 1 hour", "1時間後"), (hour + 1, "in 2 hours", "2時間後"),
            (23 * hour + 1, "in 1 day", "1日後"),
            (day + 1, "in 2 days", "2日後"),
        ] as [(Int64, String, String)])
    func 過ぎた時は切り捨て_これからの時は切り上げる(distance: Int64, english: String, japanese: String) {
        #expect(shown(distance) == english)
        #expect(shown(distance, in: .ja) == japanese)
    }

    /// The number and the unit, read back, are within one unit of the distance.
    @Test func どの時からも一単位と違わない() async {
        await forAll(1000) { choices in
            choices.number(near: 0, Self.minute, Self.hour, Self.day, -Self.hour, -Self.day, within: 50 * Self.day)
        } holds: { (distance: Int64) in
            let text = shown(distance)
            guard text != "just now" else { return try promise((-59_999...0).contains(distance), text) }
            let parts = try promised(text.wholeMatch(of: #/(in )?([0-9]+) (minute|hour|day)s?( ago)?/#)?.output)
            let unit = try promised(["minute": Self.minute, "hour": Self.hour, "day": Self.day]["\(parts.3)"])
            let count = try promised(Int64("\(parts.2)"))
            try promise((parts.1 != nil, parts.4 != nil) == (distance > 0, distance < 0), text)
            let rest = distance > 0 ? count * unit - distance : -distance - count * unit
            try promise((0..<unit).contains(rest), text)
        }
    }

    @Test func これからの時は正確な時刻も示し_過ぎた時は正確な時刻だけ() {
        let shown = [1, 0, -1].map { RelativeTime(.example, at: .example - .seconds($0 * 600)).sentenceWithTime }

        #expect(
            shown == [
                Sentence(en: "in 10 minutes (2026-11-20 12:00:00 UTC)", ja: "10分後(2026-11-20 12:00:00 UTC)"),
                Sentence(en: "at 2026-11-20 12:00:00 UTC", ja: "2026-11-20 12:00:00 UTC"),
                Sentence(en: "at 2026-11-20 12:00:00 UTC", ja: "2026-11-20 12:00:00 UTC"),
            ])
    }
}
