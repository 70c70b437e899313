#if Server
import Foundation
import Logging
import Synchronization
import Testing
import UsecasesEngine
import UsecasesTelemetry
import UsecasesTestSupport
import UsecasesTesting

@Suite struct JSONのログ {
    private let lines = LogLines()

    private func logger(_ label: String = "server", provider: Logger.MetadataProvider? = nil) -> Logger {
        var handler = JSONLogHandler(label: label, clock: ManualClock(), output: lines.append)
        handler.metadataProvider = provider
        return Logger(label: label) { _ in handler }
    }

    @Test func 時刻と水準と文と名前が順に書かれる() {
        logger().info("要求を受けた")

        #expect(
            lines.all == [
                #"{"time":"2026-11-20T12:00:00.000Z","level":"info","message":"要求を受けた","logger":"server"}"# + "\n"
            ])
    }

    @Test func 値は入れ子も型もJSONになり名前の順に並ぶ() {
        logger().warning(
            "m",
            metadata: [
                "z": "text", "a": .stringConvertible(1), "b": .stringConvertible(true), "c": .stringConvertible(0.5),
                "d": .stringConvertible(Double.nan), "e": .array(["x", .stringConvertible(UInt64.max), .array([])]),
                "f": .dictionary(["y": "1", "x": .dictionary([:])]), "g": .stringConvertible(UUIDv7.fixture()),
                "h": .stringConvertible(1e300), "i": .stringConvertible(Int32.min), "j": .stringConvertible(Int64.min),
            ])

        #expect(
            lines.members == [
                #""a":1,"b":true,"c":0.5,"d":"nan","e":["x",18446744073709551615,[]],"f":{"x":{},"y":"1"},"#
                    + #""g":"\#(UUIDv7.fixture())","h":1e+300,"i":-2147483648,"j":-9223372036854775808,"z":"text""#
            ])
    }

    @Test(
        arguments: [
            (.trace, 7), (.debug, 7), (.info, 6), (.notice, 5), (.warning, 4), (.error, 3), (.critical, 2),
        ] as [(Logger.Level, Int)])
    func ジャーナルに向かう行は優先度で始まる(level: Logger.Level, priority: Int) {
        let handler = JSONLogHandler(
            label: "server", clock: ManualClock(), prefixesPriority: true, output: lines.append)
        var logger = Logger(label: "server") { _ in handler }
        logger.logLevel = .trace

        logger.log(level: level, "m")

        #expect(lines.all.first?.hasPrefix("<\(priority)>{") == true)
    }

    @Test func ジャーナルに向かうかはデバイスとファイルの番号で決まる() throws {
        let directory = TemporaryDirectory()
        try directory.write("", to: "log")
        let descriptor = open(directory.path + "/log", O_WRONLY)
        defer { close(descriptor) }
        var status = stat()
        try #require(fstat(descriptor, &status) == 0)

        #expect(SystemdJournal.receives("\(status.st_dev):\(status.st_ino)", from: descriptor))
        for other in [nil, "", "\(status.st_dev):\(status.st_ino + 1)", "\(status.st_dev + 1):\(status.st_ino)"] {
            #expect(!SystemdJournal.receives(other, from: descriptor))
        }
        #expect(!SystemdJournal.receives("\(status.st_dev):\(status.st_ino)", from: -1))
    }

    @Test func 水準より下は書かない() {
        var logger = logger()
        logger.debug("a")
        logger.logLevel = .debug
        logger.debug("b")

        #expect(lines.all.count == 1)
        #expect(lines.all.first?.contains(#""level":"debug","message":"b""#) == true)
    }

    @Test func 文に添えた値はタスクの値に優り_タスクの値はロガーの値に優る() {
        let provider = Logger.MetadataProvider { ["a": "task", "b": "task"] }
        var logger = logger(provider: provider)
        for key in ["a", "b", "c"] { logger[metadataKey: key] = "logger" }

        logger.info("m", metadata: ["a": "message"])

        #expect(logger[metadataKey: "c"] == "logger")
        #expect(lines.members == [#""a":"message","b":"task","c":"logger""#])
    }

    @Test func エラーは型と文になる() {
        logger().error("m", error: CancellationError())

        #expect(
            lines.members == [#""error.message":"CancellationError()","error.type":"Swift.CancellationError""#])
    }

    @Test func 添えた値は決まった四つを上書きしない() throws {
        logger().info(
            "m",
            metadata: [
                "time": "1", "_time": "2", "level": "3", "message": "4", "logger": "5", "timer": "6", "_other": "7",
            ])

        let line = try #require(lines.all.first)
        #expect(
            lines.members == [
                #""_other":"7","__time":"2","_level":"3","_logger":"5","_message":"4","_time":"1","timer":"6""#
            ])
        try expect(JSONObject(line)["message"], equals: "m")
    }

    @Test func 引用符と制御文字は逃がされる() {
        logger("l\"\n").info(
            "\u{0}\u{1F}\t\r\n\"\\/\u{7F}\u{9B}\u{A0}\u{2028}\u{2029}é😀", metadata: ["\n\"": "\u{1B}[31m"])

        #expect(
            lines.all.first?.hasSuffix(
                #""message":"\u0000\u001f\t\r\n\"\\/\u007f\u009b\#u{A0}\u2028\u2029é😀","logger":"l\"\n","#
                    + #""\n\"":"\u001b[31m"}"# + "\n") == true)
    }

    @Test func 長い文と名前は文字の境で切られ_どれだけ省いたかが書かれ_ちょうど収まるものは切られない() throws {
        let (text, name) = (String(repeating: "a", count: 512), String(repeating: "n", count: 128))

        logger().info(
            "m",
            metadata: [
                "あ": .string(String(repeating: "あ", count: 1000)), "a": .string(text), "b": .string(text + "b"),
                name: "a", "o" + name: "b",
            ])

        let object = try JSONObject(try #require(lines.all.first))
        #expect(object["あ"] == String(repeating: "あ", count: 170) + "… (2490 bytes left out)")
        #expect(object["a"] == text)
        #expect(object["b"] == text + "… (1 bytes left out)")
        #expect(object[name] == "a")
        #expect(object["o" + name.dropLast() + "… (1 bytes left out)"] == "b")
    }

    @Test func 何をいくつ並べても四KiBの正しいJSONに収まる() throws {
        let randomSource = SeededRandomSource.unpredictable()
        func text() -> String {
            let scalars: [Unicode.Scalar] = ["a", "\u{1}", "あ", "😀", "\"", "\u{301}"]
            let scalar = scalars[Int(randomSource.next() % 6)]
            return String(repeating: Character(scalar), count: Int(randomSource.next() % 3000))
        }
        func value(_ depth: Int) -> Logger.MetadataValue {
            switch randomSource.next() % (depth > 1 ? 2 : 4) {
            case 0: .string(text())
            case 1: .stringConvertible(Int64(bitPattern: randomSource.next()))
            case 2: .array((0..<randomSource.next() % 9).map { _ in value(depth + 1) })
            default: .dictionary(["x": value(depth + 1), text(): value(depth + 1), "z": value(depth + 1)])
            }
        }
        for _ in 0..<100 {
            var metadata: Logger.Metadata = [:]
            for number in 0..<randomSource.next() % 20 { metadata["\(number)" + text().prefix(50)] = value(0) }

            logger().info("\(text())", metadata: metadata)

            let line = try #require(lines.all.last)
            #expect(line.utf8.count <= 4096, randomSource.comment)
            #expect(throws: Never.self, randomSource.comment) { try JSONObject(line) }
        }
    }

    @Test func 収まらない値は数えられ_長い入れ子も後の値を追い出さない() throws {
        let long = Logger.MetadataValue.string(String(repeating: "x", count: 10_000))

        logger().info(
            "m",
            metadata: [
                "a": .array(Array(repeating: long, count: 50)), "b": .dictionary(["x": long, "y": long]), "c": "short",
                "left_out": "mine",
            ])

        let object = try JSONObject(try #require(lines.all.first))
        #expect(object["c"] == "short")
        #expect(object["_left_out"] == "mine")
        #expect((object.members["left_out"] as? Int ?? 0) > 40)
    }

    @Test func どんな文字を並べても一行の正しいJSONで元に戻る() throws {
        let randomSource = SeededRandomSource.unpredictable()
        func text() -> String {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int(randomSource.next() % 20) {
                let limits: [UInt32] = [0x20, 0x80, 0x100, 0x3000, 0x11_0000]
                let limit = limits[Int(randomSource.next() % UInt64(limits.count))]
                if let scalar = Unicode.Scalar(UInt32(randomSource.next() % UInt64(limit))) { scalars.append(scalar) }
            }
            return String(scalars)
        }
        for _ in 0..<2000 {
            let (message, key, value) = (text(), text() + "k", text())

            logger().info("\(message)", metadata: [key: .string(value)])

            let line = try #require(lines.all.last)
            let object = try JSONObject(line)
            #expect(
                line.unicodeScalars.filter(\.isLineBreak) == ["\n"] && line.hasSuffix("}\n"), randomSource.comment)
            #expect(
                Array((object["message"] ?? "").unicodeScalars) == Array(message.unicodeScalars), randomSource.comment)
            #expect(Array((object[key] ?? "").unicodeScalars) == Array(value.unicodeScalars), randomSource.comment)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLineBreak: Bool { [0xA, 0xB, 0xC, 0xD, 0x85, 0x2028, 0x2029].contains(value) }
}
#endif
