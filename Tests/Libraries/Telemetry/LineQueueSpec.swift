#if Server
import CoreMetrics
import Foundation
import Testing
import UsecasesEngine
import UsecasesTelemetry
import UsecasesTestSupport
import UsecasesTesting

private func line(_ text: String) -> String { text + String(repeating: "x", count: 99 - text.utf8.count) + "\n" }

private func notice(_ counts: DroppedLines.Counts) -> String {
    "notice" + counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { " \($0.key.rawValue)=\($0.value)" }.joined()
        + "\n"
}

@Suite(.timeLimit(.minutes(5))) struct 行の待ち行列 {
    private let directory = TemporaryDirectory()
    private let pipe: UnreadPipe
    private let metrics = PrometheusMetrics()
    private let clock = ManualClock(timeOfDayJumps: true)

    init() throws {
        pipe = try UnreadPipe(in: directory)
    }

    private func queue(on path: String, waitsForRoom: Bool = true) -> (LineQueue, DroppedLines) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | (waitsForRoom ? 0 : O_NONBLOCK))
        defer { close(descriptor) }
        let dropped = DroppedLines(metrics: metrics, prefix: Product.sample.name)
        return (
            LineQueue(
                output: LineOutput(descriptor, waitsForRoom: waitsForRoom), capacity: 1000, reserved: 300,
                dropped: dropped, clock: clock, notice: notice), dropped
        )
    }

    private func fill() {
        let descriptor = open(pipe.path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(descriptor) }
        for size in [4096, 1] {
            let filling = [UInt8](repeating: UInt8(ascii: "."), count: size)
            while write(descriptor, filling, size) > 0 {}
        }
    }

    /// The queue has room for seven lines of requests.
    @Test func 書いた行が順に届き_その場所は次の行が使う() {
        let (queue, _) = queue(on: pipe.path)
        let lines = (0..<70).map { line("\($0)") }

        for (number, line) in lines.enumerated() {
            queue.write(line, .request)
            if number % 7 == 6 { #expect(queue.flush(within: .seconds(30))) }
        }

        #expect(pipe.read() == lines.joined())
    }

    @Test func 読む者がいなければ書く者を待たせず_限りを越えた行を数え_大事な行の場所を残す() {
        fill()
        let (queue, _) = queue(on: pipe.path)

        for number in 0..<100 { queue.write(line("\(number)"), .request) }
        for number in 0..<100 { queue.write(line("essential\(number)"), number % 2 == 0 ? .essential : .security) }
        let isFlushed = queue.flush(within: .milliseconds(10))
        let filling = pipe.read()
        #expect(queue.flush(within: .seconds(30)))

        let all = (0..<7).map { line("\($0)") } + (0..<3).map { line("essential\($0)") }
        let text = filling.drop { $0 == "." } + pipe.read()
        #expect(!isFlushed)
        // The number of missing lines is reported after the first one or few lines.
        #expect(text.split(separator: notice([.full: 190]), omittingEmptySubsequences: false).count == 2)
        #expect(text.replacing(notice([.full: 190]), with: "") == all.joined())
        #expect(metrics.text.contains(#"sample_log_lines_dropped_total{reason="full"} 190"#))
        #expect(metrics.text.contains(#"sample_security_lines_dropped_total{reason="full"} 49"#))
    }

    @Test func 省いた数は一秒に一度まで告げられる() async throws {
        let (queue, dropped) = queue(on: pipe.path)
        var text = ""
        func write(_ line: String) async throws {
            queue.write(line, .request)
            try await read(until: line)
        }
        func read(until line: String) async throws {
            try await eventually("\(line) is written") {
                text += pipe.read()
                return text.contains(line)
            }
        }

        dropped.count(.rate, .request)
        try await write("1\n")
        try await read(until: "notice")
        dropped.count(.rate, .request)
        try await write("2\n")
        try await write("3\n")
        clock.advance(by: .seconds(1))
        try await write("4\n")
        try await write("5\n")
        try await write("6\n")

        #expect(text.components(separatedBy: "notice rate=1\n").count == 3)
        #expect(!text.components(separatedBy: "4\n")[0].dropFirst(4).contains("3\nnotice"))
    }

    /// The pipe is full at first, so neither the lines nor the notice about them can be written.
    @Test func 失った行は数えられ_場所を返し_書けるようになれば知らされる() {
        fill()
        let (queue, _) = queue(on: pipe.path, waitsForRoom: false)

        for round in 1...3 {
            for number in 0..<7 { queue.write(line("\(number)"), number == 0 ? .security : .request) }
            #expect(queue.flush(within: .seconds(30)))
            #expect(metrics.text.contains("sample_log_lines_dropped_total{reason=\"unwritable\"} \(round * 7)"))
            #expect(metrics.text.contains("sample_security_lines_dropped_total{reason=\"unwritable\"} \(round)"))
        }
        _ = pipe.read()
        queue.write(line("last"), .request)
        #expect(queue.flush(within: .seconds(30)))

        #expect(pipe.read() == line("last") + notice([.unwritable: 21]))
        #expect(!metrics.text.contains(#/dropped_total\{reason="full"\} [1-9]/#))
    }

    @Test func 書く者がいなくなっても待っている行は届く() async throws {
        do {
            let (queue, _) = queue(on: pipe.path)
            queue.write("last\n", .request)
        }
        var text = ""
        try await eventually("something is written") {
            text = pipe.read()
            return !text.isEmpty
        }

        #expect(text == "last\n")
    }
}
#endif
