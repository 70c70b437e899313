#if Server
import Foundation
import Testing
import UsecasesTelemetry
import UsecasesTesting

@Suite(.timeLimit(.minutes(5))) struct 行の出力 {
    /// Returns a pipe that processes started by other specs do not inherit. Otherwise it would end only after they do.
    private func pipe() throws -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(Foundation.pipe(&ends) == 0)
        for end in ends { try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
        return (ends[0], ends[1])
    }

    /// Returns all text until every writer has closed the pipe. A dedicated thread starts reading now, so writers that
    /// occupy the whole thread pool cannot block it.
    private func read(_ reader: Int32) -> AsyncStream<String> {
        let (texts, text) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            let data = FileHandle(fileDescriptor: reader, closeOnDealloc: true).readDataToEndOfFile()
            text.yield(String(decoding: data, as: UTF8.self))
            text.finish()
        }
        return texts
    }

    @Test func 書いた行がそのまま届く() async throws {
        let (reader, writer) = try pipe()
        do {
            let output = LineOutput(writer)
            output.write("一行目\n")
            output.write("\n")
        }
        close(writer)

        await expect(read(reader).first { _ in true }, equals: "一行目\n\n")
    }

    @Test func 元の記述子が閉じられても自分のものに書く() async throws {
        let (reader, writer) = try pipe()
        do {
            let output = LineOutput(writer)
            close(writer)
            output.write("x\n")
        }

        await expect(read(reader).first { _ in true }, equals: "x\n")
    }

    /// The lines are so long that a pipe accepts them in many pieces.
    @Test func 長い行も同時に書いて混ざらない() async throws {
        let (reader, writer) = try pipe()
        let texts = read(reader)
        do {
            let output = LineOutput(writer)
            close(writer)
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                let line = String(repeating: "\(number)", count: 300_000) + "\n"
                for _ in 0..<3 { output.write(line) }
            }
        }

        let lines = try #require(await texts.first { _ in true }).components(separatedBy: "\n").dropLast()

        #expect(lines.count == 12)
        #expect(lines.allSatisfy { $0 == String(repeating: String($0.prefix(1)), count: 300_000) })
    }

    @Test func 開いていない記述子には何も書かない() {
        LineOutput(-1).write("x\n")
    }

    /// SIGPIPE would end the test process.
    @Test func 読む者がいなくても終わらない() throws {
        let (reader, writer) = try pipe()
        let output = LineOutput(writer)
        close(writer)
        close(reader)

        for _ in 0..<3 { output.write("x\n") }
    }

    @Test func 長い行の途中で読む者がいなくなっても終わらない() async throws {
        let (reader, writer) = try pipe()
        let output = LineOutput(writer)
        close(writer)
        async let first = withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var byte: UInt8 = 0
                let count = Foundation.read(reader, &byte, 1)
                close(reader)
                continuation.resume(returning: count)
            }
        }

        output.write(String(repeating: "x", count: 1_000_000) + "\n")

        await expect(first, equals: 1)
    }

    @Test func 塞がらない管が一杯なら失い次の行は新しい行から始まる() async throws {
        let (reader, writer) = try pipe()
        #expect(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
        var piece = [UInt8](repeating: 0, count: 50_000)
        do {
            let output = LineOutput(writer)
            close(writer)
            let long = String(repeating: "x", count: 1_000_000) + "\n"

            output.write(long)
            output.write("lost\n")
            var rest = 1
            var received = 0
            while rest > 0, received < 50_000 {
                rest = Foundation.read(reader, &piece, 50_000 - received)
                received += rest
            }
            output.write("{}\n")
        }

        let text = try #require(await read(reader).first { _ in true })

        #expect(text.hasSuffix("x\n{}\n"))
        #expect(!text.contains("lost"))
    }
}
#endif
