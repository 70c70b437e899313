import Foundation
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesTerminal

/// Characters whose widths are known without wcwidth(3): letters, Japanese, emoji and half-width kana.
private let widths: [Character: Int] = [
    "a": 1, "b": 1, "x": 1, "é": 1, ".": 1, "端": 2, "末": 2, "ア": 2, "が": 2, "😀": 2, "ｱ": 1, "x\u{301}": 1,
    "端\u{3099}": 2, "ｶﾞ": 2, "🇯🇵": 2, "👨‍👩‍👧": 2, "👍🏽": 2, "❤️": 2, "षि": 2,
]
private let alphabet = String(widths.keys.sorted())

private func width(of text: some Sequence<Character>) -> Int {
    text.reduce(0) { $0 + ($1 == " " ? 1 : widths[$1] ?? 1) }
}

@Suite struct 端末の文字の性質 {
    @Test func 列数は文字の幅の和() async {
        await forAll {
            $0.text(0...12, of: alphabet + " ")
        } holds: { text in
            try promise(text.columns, is: width(of: text))
        }
    }

    @Test func 切り詰めた文は収まる限りの始まり() async {
        await forAll(500) { choices in
            (choices.text(0...12, of: alphabet), choices.number(in: -1...14))
        } holds: { text, limit in
            let cut = text.truncated(to: limit)
            if width(of: text) <= limit {
                try promise(cut, is: text)
            } else if limit <= 0 {
                try promise(cut, is: "")
            } else {
                let kept = Array(cut.dropLast())
                try promise(cut.last, is: "…")
                try promise(Array(text).starts(with: kept), "\(cut) is the beginning")
                try promise(width(of: kept) <= limit - 1, "\(cut) fits")
                try promise(width(of: Array(text).prefix(kept.count + 1)) > limit - 1, "one more does not fit")
            }
        }
    }

    @Test func 中央に置いた文の左は残りの半分() async {
        await forAll { choices in
            (choices.text(0...8, of: alphabet), choices.number(in: 0...20))
        } holds: { text, columns in
            let centred = text.centred(in: columns)
            try promise(centred.drop { $0 == " " } == text[...], "the text follows")
            try promise(centred.count - text.count, is: max(0, (columns - width(of: text)) / 2))
        }
    }

    @Test func 折り返した行は幅に収まり_空白のほかは何も失わない() async {
        await forAll(600) { choices in
            (
                choices.list(0...8) { $0.text(1...5, of: $0.one(of: ["abc", "端末が", "a端"])) },
                choices.number(in: 2...12)
            )
        } holds: { words, columns in
            let text = words.joined(separator: " ")
            let lines = text.wrapped(to: columns)
            try promise(lines.allSatisfy { width(of: $0) <= columns }, "\(lines) fit")
            try promise(lines.joined().filter { $0 != " " }, is: words.joined())
            try promise(lines.allSatisfy { $0.last != " " }, "no line of \(lines) ends in a space")
            for (line, next) in zip(lines, lines.dropFirst()) {
                let word = next.prefix { $0 != " " }
                try promise(width(of: line) + 1 + width(of: word) > columns, "\(next) does not fit behind \(line)")
            }
            if width(of: text) <= columns { try promise(lines, is: [text]) }
        }
    }

    @Test func 句読点で始まる行も_開く括弧で終わる行もない() async {
        await forAll(400) { choices in
            (choices.list(1...6) { $0.one(of: ["端", "末", "端、", "「端", "端」", "ャー", "a"]) }, choices.number(in: 6...12))
        } holds: { pieces, columns in
            let text = pieces.joined()
            // More marks in a row must be broken somewhere.
            guard text.count(where: { "、」ャー「".contains($0) }) <= 2, !"、」ャー".contains(text.first ?? "a"),
                text.last != "「"
            else { return }
            for line in text.wrapped(to: columns) {
                try promise(line.first.map { !"、」ャー".contains($0) } ?? true, "\(line) begins well")
                try promise(line.last.map { !"「".contains($0) } ?? true, "\(line) ends well")
            }
        }
    }

    @Test func 枝の下へ折り返した行は_枝の幅だけ下がる() async {
        await forAll { choices in
            (
                choices.one(of: ["", "  ", "├─ ", "│  └─ ", "└─ "]), choices.text(0...20, of: "abc  端末"),
                choices.number(in: 12...20)
            )
        } holds: { branch, rest, columns in
            let words = rest.drop { $0 == " " }
            let lines = (branch + words).wrappedBelow(to: columns)
            let below = branch.map { "│├".contains($0) ? "│" : " " } as [Character]
            try promise(lines.first?.hasPrefix(branch) == true, "\(lines) begin with the branch")
            try promise(lines.dropFirst().allSatisfy { $0.hasPrefix(String(below)) }, "\(lines) have their branches")
            try promise(lines.allSatisfy { width(of: $0) <= columns }, "\(lines) fit")
            let texts = lines.map { $0.dropFirst(branch.count) }
            try promise(texts.joined().filter { $0 != " " }, is: words.filter { $0 != " " })
        }
    }

    @Test func 図の行はつなげば文になり_切れ目のない語だけが幅を超える() async {
        await forAll { choices in
            (choices.text(0...16, of: "ab 端の_"), choices.number(in: 2...12))
        } holds: { sentence, columns in
            let lines = SentenceLines(sentence, columns: columns).lines
            try promise(lines.joined(), is: sentence)
            for line in lines where line.columns > columns {
                let isOne = !line.dropLast().contains(" ") && !line.contains(#/の[^の _]/#)
                try promise(isOne, "\(line) is a single phrase")
            }
            try promise(lines.allSatisfy { !$0.dropLast().contains("_") }, "a line begins after a condition")
        }
    }

    @Test func 無害にした文に操るものはなく_ほかは同じ() async {
        await forAll(500) {
            $0.text(0...12)
        } holds: { text in
            let (lines, line) = (text.harmless.unicodeScalars, text.printable.unicodeScalars)
            try promise(Array(line), is: text.unicodeScalars.map { $0.commandsDisplays ? "\u{FFFD}" : $0 })
            for (shown, scalar) in zip(lines, text.unicodeScalars) {
                let stays = !scalar.commandsDisplays || scalar == "\n" || scalar == "\t"
                try promise(shown, is: stays ? scalar : "\u{FFFD}")
            }
            try promise(lines.count, is: text.unicodeScalars.count)

            let json = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self).harmlessJSON
            try promise(
                json.unicodeScalars.allSatisfy { !$0.commandsDisplays }, "nothing in \(json) controls a terminal")
            let read = try JSONDecoder().decode([String].self, from: Data(json.utf8))
            try promise(read.map { Array($0.unicodeScalars) }, is: [Array(text.unicodeScalars)])
        }
    }
}

@Suite struct 端末から届くキーの性質 {
    /// The bytes of each key. Several keys in a row are never the beginning of another key.
    private static let sent: [(bytes: String, key: DisplayEvent.Key?)] = [
        ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left), ("\u{1B}[H", .home),
        ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
        ("\u{1B}[Z", .backTab), ("\t", .tab), ("\u{7F}", .backspace), ("\r", .enter), ("\u{1}", .control("a")),
        ("\u{4}", .endOfInput), ("q", .character("q")), ("が", .character("が")), ("😀", .character("😀")),
        ("\u{1B}[1;5C", nil), ("\u{1B}a", nil), ("\u{1B}が", nil), ("\u{1B}[[B", nil), ("\u{1B}\u{1B}[A", nil),
        ("\u{1B}[200~x\u{1B}[A\ry\u{1B}[201~", .paste("x[A\ry")), ("\u{1B}[I", nil), ("\u{1B}[<35;10;19M", nil),
        ("\u{1B}[?62;1;2;6;7;8;9;15;18;21;22;29c", nil), ("\u{9B}A", .up),
    ]

    /// Returns the bytes of one of the keys, or of something that is not a key: a control string with its terminator, or
    /// a report of a mouse, whose coordinates are any printable bytes.
    private static func token(_ choices: inout RandomChoices) -> (bytes: [UInt8], key: DisplayEvent.Key?) {
        switch choices.number(in: 0...3) {
        case 0:
            let inside = choices.text(0...8, of: "dq\r\n\t 1;[]\\~MOP端\u{4}\u{7F}\u{301}")
            return (Array((string(&choices) + inside + choices.one(of: ["\u{7}", "\u{1B}\\", "\u{9C}"])).utf8), nil)
        case 1:
            return (Array("\u{1B}[M".utf8) + (0..<3).map { _ in choices.number(in: 0x20...0xC1) }, nil)
        default:
            let (bytes, key) = choices.one(of: sent)
            return (Array(bytes.utf8), key)
        }
    }

    /// Returns the beginning of an OSC, DCS, SOS, PM or APC.
    private static func string(_ choices: inout RandomChoices) -> String {
        let kind = choices.one(of: "]PX^_".unicodeScalars)
        return choices.isTrue() ? "\u{1B}\(kind)" : String(Character(Unicode.Scalar(kind.value + 0x40) ?? kind))
    }

    private static func read(_ bytes: [UInt8], in sizes: [Int]) -> [DisplayEvent.Key] {
        var (reader, keys, start, number) = (KeyReader(), [DisplayEvent.Key](), 0, 0)
        while start < bytes.count {
            let end = min(bytes.count, start + sizes[number % sizes.count])
            keys += reader.keys(in: bytes[start..<end])
            (start, number) = (end, number + 1)
        }
        return keys + reader.flush()
    }

    @Test func 送られたキーだけが_どこで切れて届いても順に読まれる() async {
        await forAll(100_000) { choices in
            (
                choices.list(0...6, of: Self.token), choices.isTrue() ? Self.string(&choices) : "",
                choices.list(1...3) { $0.number(in: 1...7) }
            )
        } holds: { tokens, endless, sizes in
            let bytes = tokens.flatMap(\.bytes) + Array((endless.isEmpty ? "" : endless + "dq\r").utf8)
            try promise(Self.read(bytes, in: sizes), is: tokens.compactMap(\.key))
        }
    }

    /// The result does not depend on how the bytes are divided, even if the terminal sends invalid ones.
    @Test func どんなバイトも_切れ目によらず同じに読まれる() async {
        let bytes = Array("\u{1B}[O200~1;A\u{7F}\t\u{1}a😀が".utf8) + [0xFF, 0xC3, 0x1B, 0x1B, 0x80]
        await forAll(600) { choices in
            (choices.list(0...16) { $0.one(of: bytes) }, choices.list(1...3) { $0.number(in: 1...5) })
        } holds: { bytes, sizes in
            // An incomplete character at the end may be shown in more than one way.
            let whole = bytes + Array("\u{1B}[201~qq".utf8)
            try promise(Self.read(whole, in: sizes), is: Self.read(whole, in: [whole.count]))
        }
    }
}

@Suite struct 入力欄の性質 {
    private enum Edit: Sendable {
        case insert(String), backward, forward, move(Int), start, end, clear
    }

    private static func edit(_ choices: inout RandomChoices) -> Edit {
        switch choices.number(in: 0...9) {
        case 0...3: .insert(choices.text(0...4, of: "ab端😀\n\u{1B}"))
        case 4: .backward
        case 5: .forward
        case 6, 7: .move(choices.number(in: -3...3))
        case 8: choices.one(of: [Edit.start, .end, .clear])
        default: .insert(String(repeating: "x", count: choices.number(in: 1020...1024)))
        }
    }

    private static func apply(_ edits: [Edit], to field: inout FieldText) {
        for edit in edits {
            switch edit {
            case .insert(let text): field.insert(text)
            case .backward: field.deleteBackward()
            case .forward: field.deleteForward()
            case .move(let distance): field.move(by: distance)
            case .start: field.moveToStart()
            case .end: field.moveToEnd()
            case .clear: field.clear()
            }
        }
    }

    /// Compares the field with a list of characters and a position in it.
    @Test func 編集した文字とカーソルは_文字の並びで行ったのと同じ() async {
        await forAll(300) {
            $0.list(0...14, of: Self.edit)
        } holds: { edits in
            var (field, characters, cursor) = (FieldText(), [Character](), 0)
            for edit in edits {
                Self.apply([edit], to: &field)
                switch edit {
                case .insert(let text):
                    let shown = text.filter { $0 != "\n" && $0 != "\u{1B}" }.prefix(FieldText.limit - characters.count)
                    characters.insert(contentsOf: shown, at: cursor)
                    cursor += shown.count
                case .backward:
                    if cursor > 0 {
                        cursor -= 1
                        characters.remove(at: cursor)
                    }
                case .forward: if cursor < characters.count { characters.remove(at: cursor) }
                case .move(let distance): cursor = min(max(0, cursor + distance), characters.count)
                case .start: cursor = 0
                case .end: cursor = characters.count
                case .clear: (characters, cursor) = ([], 0)
                }
                try promise(field.cursor, is: cursor)
                try promise(field.isEmpty, is: characters.isEmpty)
            }
            try promise(field.value.reveal() == String(characters), "the text is that of the characters")
        }
    }

    @Test func 見える部分は幅に収まり_カーソルの文字を含む() async {
        await forAll(600) { choices in
            (
                choices.text(0...16, of: "ab端末😀か\u{3099}👨‍👩‍👧"), choices.number(in: 0...16), choices.number(in: 1...12),
                choices.isTrue()
            )
        } holds: { text, back, columns, isMasked in
            var field = FieldText()
            field.insert(text)
            field.move(by: -back)
            let window = FieldWindow(field, isMasked: isMasked, width: columns)
            let cells = field.characters.map { isMasked ? "•" : $0 }
            let isWhole = width(of: cells) < columns

            try promise(window.text.columns <= columns, "\(window.text) fits")
            try promise((0..<columns).contains(window.cursor), "\(window.cursor) is within the window")
            if isWhole {
                try promise(window.text, is: String(cells))
                try promise(window.cursor, is: width(of: cells.prefix(field.cursor)))
            } else if columns >= 6, field.cursor < cells.count {
                // The window shows the character at the cursor, unless it has only half of the width for it.
                var (column, shown) = (0, " " as Character)
                for character in window.text {
                    if column == window.cursor { shown = character }
                    column += character == "…" ? 1 : width(of: [character])
                }
                try promise(
                    [cells[field.cursor], "…", " "].contains(shown), "\(shown) is at the cursor in \(window.text)")
            }
        }
    }
}

@Suite struct 設定と引数の性質 {
    @Test func 秒数は零から一日まで() async {
        await forAll(500) { choices in
            (choices.number(near: 0, 86_400, within: 100), choices.one(of: ["", ".0", ".5", ".001", "e0", "x", " "]))
        } holds: { seconds, fraction in
            let text = "\(seconds)\(fraction)"
            let value = Double(text)
            let isAllowed = value.map { $0 >= 0 && $0 <= 86_400 } ?? false
            try promise(Seconds(argument: text)?.duration, is: isAllowed ? value.map { .seconds($0) } : nil)
        }
    }

    @Test func 時間の長さは_単位の付いた整数で_一秒から九十日まで() async {
        let units: [(String, Int)] = [("s", 1), ("m", 60), ("h", 3600), ("d", 86_400)]
        await forAll(500) { choices in
            let (unit, size) = choices.one(of: units)
            let number = choices.number(near: 0, 90 * 86_400 / size, within: 100)
            return (number, size, unit, choices.one(of: [unit, unit, unit, "", " " + unit, ".5" + unit, "x"]))
        } holds: { number, size, unit, ending in
            let isAllowed = number > 0 && number * size <= 90 * 86_400 && ending == unit
            try promise(Duration(written: "\(number)\(ending)"), is: isAllowed ? .seconds(number * size) : nil)
        }
        for text in ["", "s", "soon", "99999999999999999999d", "9223372036854775807d"] {
            #expect(Duration(written: text) == nil)
        }
    }

    /// Returns the edit distance by its definition, letter by letter.
    private func distance(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
        guard let first = one.first, let second = other.first else { return max(one.count, other.count) }
        if first == second { return distance(one.dropFirst(), other.dropFirst()) }
        return 1
            + min(
                distance(one.dropFirst(), other), distance(one, other.dropFirst()),
                distance(one.dropFirst(), other.dropFirst()))
    }

    @Test func 似た名前は_二字までの違いで最も近いもの() async {
        await forAll(150) { choices in
            (choices.text(0...4, of: "abc"), choices.list(0...3) { $0.text(1...5, of: "abc") })
        } holds: { typed, names in
            let near = names.map { (name: $0, distance: distance(Array(typed.utf8)[...], Array($0.utf8)[...])) }
                .filter { $0.distance <= 2 && $0.distance < $0.name.count }
            let least = near.map(\.distance).min()
            let found = typed.nearest(of: names)
            if typed.count < 2 {
                try promise(found, is: nil)
            } else if let least {
                try promise(found, is: near.first { $0.distance == least }?.name)
            } else {
                try promise(found, is: names.first { $0.hasPrefix(typed) })
            }
        }
    }

    @Test func 言語は初めに置かれたロケールの始まりの字で決まる() async {
        await forAll { choices in
            (0..<3).map { _ in choices.one(of: [nil, "", "ja", "ja_JP.UTF-8", "en_US", "C", "jav", "JA"]) }
        } holds: { values in
            var variables: [String: String] = [:]
            for (name, value) in zip(["LC_ALL", "LC_MESSAGES", "LANG"], values) { variables[name] = value }
            let locale = values.compactMap { $0 }.first { !$0.isEmpty }
            let isJapanese = locale == "ja" || locale?.hasPrefix("ja_") == true
            try promise(Environment(variables: variables).localeLanguage, is: isJapanese ? .ja : .en)
        }
    }
}
