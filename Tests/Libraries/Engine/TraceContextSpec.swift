import Testing
import UsecasesEngine
import UsecasesTesting

@Suite struct トレースの文脈 {
    private static let example = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    @Suite struct 受け取る場合 {
        @Test func 勧告の例を読んでそのまま書く() throws {
            let context = try #require(TraceContext(traceparent: example))

            #expect(context.traceID == "0af7651916cd43dd8448eb211c80319c")
            #expect(context.spanID == "b7ad6b7169203331")
            #expect(context.isSampled)
            #expect(context.traceparent == example)
        }

        @Test(arguments: [("00", false), ("01", true), ("02", false), ("03", true), ("fe", false), ("ff", true)])
        func フラグのうち採取だけを残す(flags: String, isSampled: Bool) throws {
            let context = try #require(TraceContext(traceparent: example.dropLast(2) + flags))

            #expect(context.isSampled == isSampled)
            #expect(context.traceparent == example.dropLast(2) + (isSampled ? "01" : "00"))
        }

        @Test(arguments: [
            "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "fe-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
            "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-何か-XYZ",
        ])
        func 後の版は初めの版の欄だけを読む(text: String) throws {
            try expect(#require(TraceContext(traceparent: text)).traceparent, equals: example)
        }

        @Test(arguments: [
            "00-00000000000000000000000000000001-0000000000000001-00",
            "00-00000000000000010000000000000000-1000000000000000-00",
            "00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-01",
        ])
        func 端の値も読む(text: String) {
            #expect(TraceContext(traceparent: text)?.traceparent == text)
        }

        @Test(arguments: [
            String(repeating: "-", count: 55), String(repeating: "0", count: 55),
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-00",
            "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.00",
            "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-011",
            " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 ",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-０１",
            "00-0af7651916cd43dd8448eb211c80319cb-7ad6b7169203331-01",
        ])
        func 誤った文字列は読まない(text: String) {
            #expect(TraceContext(traceparent: text) == nil)
        }

        @Test func どこで切っても読まない() {
            for length in 0..<example.count {
                #expect(TraceContext(traceparent: String(example.prefix(length))) == nil)
            }
        }

        /// Tries every byte below 0x80 at every position. The header must be read if and only if the grammar allows the
        /// byte there, and its identifiers must be written back unchanged.
        @Test func どの一文字を替えても勧告の文法どおりに決まる() throws {
            let original = Array(example.utf8)
            for position in original.indices {
                for byte in UInt8(0)..<0x80 where byte != original[position] {
                    var bytes = original
                    bytes[position] = byte
                    let text = String(decoding: bytes, as: UTF8.self)

                    let context = TraceContext(traceparent: text)

                    let isHex = "0123456789abcdef".utf8.contains(byte)
                    let isDash = original[position] == UInt8(ascii: "-")
                    #expect((context != nil) == (isHex && !isDash), "\(text)")
                    if (3..<52).contains(position), let context {
                        #expect(context.traceparent == text)
                    }
                }
            }
        }

        /// Random texts over the relevant alphabet, and valid headers with one byte added, removed or moved.
        @Test func 乱れた文字列のうち読めたものは書けば元の欄になる() {
            let randomSource = SeededRandomSource.unpredictable()
            let alphabet = Array("0123456789abcdef-AFgz \u{0}é".utf8)
            for _ in 0..<20_000 {
                var bytes = Array(TraceContext(isSampled: true, randomSource: randomSource).traceparent.utf8)
                for _ in 0...randomSource.next() % 3 {
                    let place = Int(randomSource.next() % UInt64(bytes.count))
                    let byte = alphabet[Int(randomSource.next() % UInt64(alphabet.count))]
                    switch randomSource.next() % 3 {
                    case 0: bytes.insert(byte, at: place)
                    case 1: bytes.remove(at: place)
                    default: bytes[place] = byte
                    }
                }
                let text = String(decoding: bytes, as: UTF8.self)

                let context = TraceContext(traceparent: text)

                #expect((context != nil) == (text.wholeMatch(of: grammar) != nil), "\(text), \(randomSource.comment)")
                if let context { #expect(context.traceparent.dropFirst(2).dropLast(2) == text.dropFirst(2).prefix(51)) }
            }
        }

        private let example = トレースの文脈.example
        // The grammar of the recommendation, implemented independently of the code under test.
        private let grammar =
            #/(?s:00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}|(?!00|ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?)/#
    }

    @Suite struct 作る場合 {
        @Test func 実行の識別子がトレースの識別子になる() {
            let run = UUIDv7(at: Timestamp(milliseconds: 0x017F_22E2_79B0), random: (0xCC3, 0x18C4_DC0C_0C07_398F))

            let context = TraceContext(run: run, randomSource: FixedRandomSource(word: 0xB7AD_6B71_6920_3331))

            #expect(context.traceparent == "00-017f22e279b07cc398c4dc0c0c07398f-b7ad6b7169203331-01")
            #expect(context.traceID == "\(run)".filter { $0 != "-" })
        }

        @Test(arguments: ["00", "01"]) func 子は同じトレースの別のスパンで_採取も同じ(flags: String) throws {
            let parent = try #require(TraceContext(traceparent: トレースの文脈.example.dropLast(2) + flags))

            let child = parent.child(randomSource: FixedRandomSource(word: 0x1))

            #expect(child.traceparent == "00-0af7651916cd43dd8448eb211c80319c-0000000000000001-\(flags)")
        }

        @Test func 新しいトレースは採取するか否かを選べる() {
            let randomSource = SeededRandomSource()

            let contexts = [true, false].map { TraceContext(isSampled: $0, randomSource: randomSource) }

            #expect(contexts.map(\.isSampled) == [true, false])
            #expect(
                Set(contexts.flatMap { [$0.traceID.prefix(16), $0.traceID.suffix(16), $0.spanID[...]] }).count == 6)
        }

        @Test func 乱数が零ばかりでも識別子は零にならない() {
            let zeros = FixedRandomSource(word: 0)

            let context = TraceContext(isSampled: true, randomSource: zeros)

            #expect(TraceContext(traceparent: context.traceparent) == context)
            #expect(TraceContext(traceparent: context.child(randomSource: zeros).traceparent) != nil)
        }

        private struct FixedRandomSource: RandomSource {
            let word: UInt64
            func next() -> UInt64 { word }
        }
    }
}
