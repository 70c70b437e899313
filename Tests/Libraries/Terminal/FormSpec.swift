import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTerminal

struct Sending: Submission {
    typealias Target = FinishGuide

    let number: Int

    init(_ number: Int) { self.number = number }

    func behaviour(with entry: FormEntry) -> Behaviour { Behaviour(FinishGuide.initial) }
}

private struct OtherSending: Submission {
    typealias Target = FinishGuide

    func behaviour(with entry: FormEntry) -> Behaviour { Behaviour(FinishGuide.initial) }
}

@Suite struct フォーム {
    @Suite struct 欄の文字 {
        @Test func 結合文字は前の文字と一つになり一度に消える() {
            var text = FieldText()

            text.insert("か")
            text.insert("\u{3099}")
            #expect(text.cursor == 1)
            text.insert("👨‍👩‍👧")
            text.deleteBackward()
            #expect(text.value == "か\u{3099}")
            text.deleteBackward()
            #expect(text.isEmpty)
        }

        @Test(arguments: ["a\nb", "a\r\nb", "a\tb", "a\u{1B}b", "a\u{202E}b", "a\u{9B}b", "a\u{2028}b"])
        func 示せない文字は入らない(pasted: String) {
            var text = FieldText()

            text.insert(pasted)

            #expect(text.value == "ab")
        }

        @Test func 秘密からは打てない文字だけが除かれる() {
            var text = FieldText(isSecret: true)

            text.insert("می\u{200C}خواهم\n\u{1B}")

            #expect(text.value == "می\u{200C}خواهم")
        }

        @Test func 千二十四スカラーより先は入らない() {
            var text = FieldText()

            text.insert(String(repeating: "か\u{3099}", count: 511) + "a")
            text.insert("か\u{3099}x")
            #expect(text.value.reveal().unicodeScalars.count == 1023)
            text.insert("y")
            text.insert("z")
            #expect(text.value.reveal().hasSuffix("ay"))
            text.insert(String(repeating: "y", count: 1 << 16))
            #expect(text.value.reveal().unicodeScalars.count == FieldText.limit)
            text.deleteBackward()
            text.insert("ab")
            #expect(text.value.reveal().hasSuffix("a"))
            #expect(text.value.reveal().unicodeScalars.count == FieldText.limit)
        }
    }

    @Suite struct 欄の中の見える部分 {
        private static func text(_ text: String, cursor: Int? = nil) -> FieldText {
            var field = FieldText()
            field.insert(text)
            if let cursor {
                field.moveToStart()
                field.move(by: cursor)
            }
            return field
        }

        @Test(arguments: [
            ("", 0, 5, "", 0), ("abc", 3, 5, "abc", 3), ("abcd", 4, 5, "abcd", 4), ("abc", 1, 5, "abc", 1),
            ("日本語", 3, 8, "日本語", 6), ("日本語", 2, 8, "日本語", 4), ("abcdefgh", 0, 5, "abcd…", 0),
            ("abcdefgh", 8, 5, "…h", 2), ("日本語日本語", 6, 8, "… 語", 4),
        ])
        func カーソルの列は幅で数える(text: String, at cursor: Int, width: Int, shown: String, column: Int) {
            let window = FieldWindow(Self.text(text, cursor: cursor), isMasked: false, width: width)

            #expect(window.text == shown)
            #expect(window.cursor == column)
        }

        @Test func 秘密は一文字ごとに一つの点で示される() {
            var field = FieldText(isSecret: true)
            field.insert("日本a👨‍👩‍👧")
            field.move(by: -1)

            let window = FieldWindow(field, isMasked: true, width: 20)

            #expect(window.text == "••••")
            #expect(window.cursor == 3)
        }
    }

    @Suite struct 打たれたもの {
        private let form = Form.fixture()

        @Test func タブと矢印で欄を移りエンターは次へ進み終わりで送る() {
            var entry = FormEntry(of: form)
            func press(_ key: DisplayEvent.Key) -> FormEntry.Response { entry.respond(to: key, canReveal: true) }

            #expect(press(.enter) == .edited && entry.focus == 1)
            #expect(press(.tab) == .edited && entry.focus == 0)
            #expect(press(.down) == .edited && entry.focus == 1)
            #expect(press(.up) == .edited && entry.focus == 0)
            #expect(press(.backTab) == .edited && entry.focus == 1)
            // Enter first moves to the skipped field.
            _ = press(.character("x"))
            #expect(press(.enter) == .edited && entry.focus == 0)
            _ = press(.paste("ad\na\n"))
            #expect(press(.tab) == .edited)
            #expect(press(.enter) == .submitted)
            #expect(entry["name"] == "ada")
            #expect(entry["password"] == "x")
            #expect(entry["nothing"] == "")
        }

        @Test func 編集のキーは欄を変え画面のキーは変えない() {
            var entry = FormEntry(of: form)
            let keys: [DisplayEvent.Key] = [
                .character("b"), .character("c"), .home, .character("a"), .control("e"), .character("d"), .control("a"),
                .delete, .end, .left, .backspace, .right, .character("q"),
            ]
            for key in keys {
                #expect(entry.respond(to: key, canReveal: true) == .edited)
            }
            #expect(entry["name"] == "bdq")
            #expect(entry.respond(to: .control("u"), canReveal: true) == .edited)
            #expect(entry["name"] == "")
            for key in [DisplayEvent.Key.escape, .pageUp, .pageDown, .endOfInput, .control("n")] {
                #expect(entry.respond(to: key, canReveal: true) == .none)
            }
            #expect(entry.respond(to: .control("r"), canReveal: false) == .none)
        }

        @Test func 打たれたものはどこにも書き出されない() {
            var entry = FormEntry(of: form)
            for key in [DisplayEvent.Key.character("N"), .tab, .paste("Sesame"), .control("r")] {
                _ = entry.respond(to: key, canReveal: true)
            }
            let frame = Frame(columns: 80, rows: 24, entry: entry)

            var dumped = "\(entry) \(frame) \(DisplayEvent.keys([.paste("Sesame")])) \(String(reflecting: entry))"
            dump(entry, to: &dumped)
            dump(frame, to: &dumped)
            dump(form.submission.behaviour(with: entry), to: &dumped)

            #expect(!dumped.contains("Sesame"))
            #expect(form.lines(in: frame).contains { $0.text.contains("Sesame") })
        }
    }

    @Suite struct 選ぶ欄と任意の欄 {
        private static let genres = ["novel", "poem", "play"].map { Form.Field.Choice($0, label: Sentence("A \($0)")) }
        private static let title = Form.Field(name: "title", label: Sentence("Title"), initial: "Emma")
        private static let genre = Form.Field(name: "genre", label: Sentence("Genre"), choices: genres, initial: "poem")
        private static let isLent = Form.Field(name: "lent", label: Sentence("Lent"), isOn: true)
        private static let remark = Form.Field(name: "remark", label: Sentence("Remark"), isOptional: true)

        private static func form(_ fields: [Form.Field] = [Self.title, Self.genre, Self.isLent, Self.remark]) -> Form {
            Form(heading: Sentence("Book"), fields: fields, action: Sentence("add"), submission: Sending(0))
        }

        @Test func 初めの文字があり_任意の欄が空でもエンターで送る() {
            var entry = FormEntry(of: Self.form())
            func press(_ keys: DisplayEvent.Key...) -> FormEntry.Response? {
                keys.map { entry.respond(to: $0, canReveal: false) }.last
            }

            let first = ["title", "genre", "lent", "remark"].map { entry[$0].reveal() }
            #expect(first == ["Emma", "poem", "yes", ""])
            #expect(entry.isOn("lent"))
            #expect(press(.control("u"), .enter, .enter, .enter, .enter) == .edited)
            // Enter leads back to the title, because only its text is missing.
            #expect(entry.focus == 0)
            #expect(press(.character("E"), .backTab, .enter) == .submitted)
        }

        @Test(arguments: [
            ([DisplayEvent.Key.character(" ")], "play"), ([.right], "play"), ([.right, .right], "novel"),
            ([.left], "novel"), ([.left, .left], "play"), ([.home], "novel"), ([.end], "play"),
            ([.character("x"), .paste("novel"), .backspace, .delete, .control("u")], "poem"),
        ])
        func 空白と矢印は選択肢を変え_文字は入らない(keys: [DisplayEvent.Key], chosen: String) {
            var entry = FormEntry(of: Self.form())
            for key in [.tab] + keys { #expect(entry.respond(to: key, canReveal: false) == .edited) }

            #expect(entry["genre"].reveal() == chosen)
            #expect(entry.focus == 1)
            #expect(entry.respond(to: .escape, canReveal: false) == .none)
        }

        @Test func 空白はスイッチを切り替え_矢印で次の欄へ進む() {
            var entry = FormEntry(of: Self.form())
            for key in [DisplayEvent.Key.tab, .tab, .character(" "), .down] {
                _ = entry.respond(to: key, canReveal: false)
            }

            #expect(!entry.isOn("lent"))
            #expect(entry.focus == 3)
        }

        @Test func 選ばれたものは名札で示され_カーソルはその前にある() throws {
            var entry = FormEntry(of: Self.form())
            for key in [DisplayEvent.Key.tab, .right] { _ = entry.respond(to: key, canReveal: false) }
            let frame = Frame(columns: 80, rows: 24, language: .ja, entry: entry)
            let lines = Self.form().lines(in: frame).map(\.text)
            let cursor = try #require(Self.form().cursor(in: frame))

            #expect(lines[cursor.row] == "› Genre   ‹ A play ›")
            #expect(cursor.column == 10)
            #expect(lines[cursor.row + 1] == "  Lent    ‹ はい ›")
            #expect(lines.contains { $0.contains("[space] 変更") })
        }

        @Test func 選択肢は決めていなければ初めのもので_任意なら空() {
            func initial(_ text: String?, isOptional: Bool) -> String {
                Form.Field(
                    name: "genre", label: Sentence("Genre"), choices: Self.genres, initial: text, isOptional: isOptional
                ).initial
            }
            let initials = [nil, "play", "song"].flatMap { text in
                [false, true].map { initial(text, isOptional: $0) }
            }

            #expect(initials == ["novel", "", "play", "play", "novel", ""])
            #expect(Form.Field(name: "word", label: Sentence("Word"), isSecret: true, initial: "x").initial == "")
        }

        @Test(
            arguments: [
                ("novel", "yes", [nil, nil]), ("poem", "", [nil, nil]), ("", "yes", ["genre", nil]),
                ("song", "no", ["genre", "lent"]), ("Novel", "on", ["genre", "lent"]),
            ] as [(String, String, [String?])])
        func 選択肢にないものは_その欄に断りを添えて送り返す(genre: String, lent: String, refused: [String?]) throws {
            let screen = Screen("book", Self.form(), exitStatus: .notFound)
            let texts = ["title": Secret("Emma"), "genre": Secret(genre), "lent": Secret(lent)]

            let objection = screen.objection(to: FormEntry(of: Self.form(), filledWith: texts))

            let remarked = objection?.view.form?.fields.filter { $0.remark != nil }.map(\.name) ?? []
            #expect(remarked == refused.compactMap(\.self))
            #expect(objection?.name == (remarked.isEmpty ? nil : "book"))
        }

        @Test func 打ったものは_同じ入力を求めるフォームにだけ残る() {
            let entry = FormEntry(of: Self.form())
            func belongs(_ field: Form.Field) -> Bool {
                entry.belongs(to: Self.form([field, Self.genre, Self.isLent, Self.remark]))
            }

            #expect(belongs(Form.Field(name: "title", label: Sentence("Other"), hint: Sentence("x"), initial: "Emma")))
            #expect(!belongs(Form.Field(name: "title", label: Sentence("Title"), initial: "Ulysses")))
            #expect(!belongs(Form.Field(name: "title", label: Sentence("Title"), isOptional: true, initial: "Emma")))
            #expect(
                !belongs(
                    Form.Field(name: "title", label: Sentence("Title"), choices: [.init("Emma", label: Sentence("E"))]))
            )
        }
    }

    @Suite struct 二つのフォーム {
        private static let one = Sentence(en: "One", ja: "一")
        private static let other = Sentence(en: "Other", ja: "他")

        private static func form(
            heading: Sentence = Self.one, notice: Sentence? = nil, fields: [Form.Field] = [Self.field()],
            action: Sentence = Self.one, submission: any Submission = Sending(0), paragraphs: [Sentence] = [],
            keys: [KeyBinding] = [], picture: QRCode? = nil, secrets: [Secret] = []
        ) -> Form {
            Form(
                heading: heading, notice: notice, picture: picture, fields: fields, action: action,
                submission: submission, paragraphs: paragraphs, secrets: secrets, keys: keys)
        }

        private static func field(
            name: String = "one", label: Sentence = Self.one, isSecret: Bool = false, isRevealable: Bool = true,
            remark: Sentence? = nil
        ) -> Form.Field {
            Form.Field(name: name, label: label, isSecret: isSecret, isRevealable: isRevealable, remark: remark)
        }

        /// Returns a form, and forms that differ from it and from each other.
        private static func forms() -> [Form] {
            [
                form(), form(heading: other), form(notice: other), form(action: other), form(paragraphs: [other]),
                form(keys: [.quit]), form(keys: [.again]), form(submission: OtherSending()),
                form(submission: Sending(1)), form(submission: Sending(2)), form(fields: []),
                form(fields: [field(name: "other")]), form(fields: [field(label: other)]),
                form(fields: [field(isSecret: true)]), form(fields: [field(isRevealable: false)]),
                form(fields: [field(remark: other)]),
                form(fields: [Form.Field(name: "one", label: one, isOptional: true)]),
                form(fields: [Form.Field(name: "one", label: one, initial: "x")]),
                form(fields: [Form.Field(name: "one", label: one, choices: [])]),
                form(fields: [Form.Field(name: "one", label: one, isOn: true)]),
                form(fields: [Form.Field(name: "one", label: one, isOn: false)]),
                form(picture: QRCode("one")), form(picture: QRCode("other")), form(secrets: ["one"]),
                form(secrets: ["one", "other"]),
            ]
        }

        @Test func どの性質が違っても等しくなく_どれも同じなら等しい() {
            for (number, form) in Self.forms().enumerated() {
                for (otherNumber, other) in Self.forms().enumerated() {
                    #expect((form == other) == (number == otherNumber), "\(number) and \(otherNumber)")
                }
            }
        }

        @Test func 等しければハッシュも等しい() {
            #expect(Self.forms().map(\.hashValue) == Self.forms().map(\.hashValue))
        }
    }

    @Suite struct 描かれるもの {
        @Test(arguments: Language.allCases, [(40, 10), (20, 6), (80, 24), (21, 5)])
        func 編集中の欄とカーソルとキーはいつも見える(language: Language, size: (columns: Int, rows: Int)) throws {
            let form = Form.fixture(notice: true, remark: true)
            var entry = FormEntry(of: form)
            _ = entry.respond(to: .paste("日本語"), canReveal: true)
            _ = entry.respond(to: .backTab, canReveal: true)
            for _ in form.fields {
                _ = entry.respond(to: .tab, canReveal: true)
                let frame = Frame(columns: size.columns, rows: size.rows, language: language, entry: entry)
                let lines = form.lines(in: frame)
                let cursor = try #require(form.cursor(in: frame))

                #expect(lines.count <= size.rows)
                #expect(lines.allSatisfy { $0.text.columns <= size.columns })
                #expect(cursor.row < lines.count && cursor.column < size.columns)
                #expect(lines.last?.text.contains("[esc]") == true)
                #expect(lines.contains { $0.text.contains("[enter]") })
            }
        }

        @Test func カーソルは打った文字のすぐ後にある() throws {
            let form = Form.fixture()
            var entry = FormEntry(of: form)
            _ = entry.respond(to: .paste("日本a"), canReveal: true)

            let frame = Frame(columns: 80, rows: 24, entry: entry)
            let cursor = try #require(form.cursor(in: frame))
            let line = form.lines(in: frame)[cursor.row].text

            #expect(line.hasPrefix("› Name"))
            #expect(line.hasSuffix("日本a"))
            #expect(line.columns == cursor.column)
        }

        @Test func 秘密は点で示され見せると決めれば読める() {
            let form = Form.fixture()
            var entry = FormEntry(of: form)
            for key in [DisplayEvent.Key.tab, .paste("Sesame日")] { _ = entry.respond(to: key, canReveal: true) }
            func text() -> String {
                form.lines(in: Frame(columns: 80, rows: 24, entry: entry)).map(\.text).joined(separator: "\n")
            }

            #expect(text().contains("•••••••") && !text().contains("Sesame"))
            #expect(text().contains("[ctrl-r] show"))
            _ = entry.respond(to: .control("r"), canReveal: true)
            #expect(text().contains("Sesame日") && text().contains("[ctrl-r] hide"))
        }

        @Test func 見せられない秘密は見せない() {
            let form = Form.fixture(isRevealable: false)
            var entry = FormEntry(of: form)
            for key in [DisplayEvent.Key.tab, .paste("Sesame")] { _ = entry.respond(to: key, canReveal: true) }
            _ = entry.respond(to: .control("r"), canReveal: true)

            let text = form.lines(in: Frame(columns: 80, rows: 24, entry: entry)).map(\.text).joined()

            #expect(!form.canReveal)
            #expect(!text.contains("Sesame") && !text.contains("ctrl-r"))
        }

        @Test(arguments: [false, true]) func 知らせは失敗の画面でだけ警告になる(hasFailed: Bool) {
            let form = Form.fixture(notice: true)
            let choices = Choices(heading: form.heading, notice: form.notice, list: [], keys: [])
            for view in [form, choices] as [any View] {
                let lines = view.lines(in: Frame(columns: 80, rows: 24, hasFailed: hasFailed))
                let styles = lines.filter { $0.text.contains("What happened before") }.map(\.style)

                #expect(styles == [hasFailed ? .alarm : .plain])
            }
        }

        @Test func 直すところは欄のすぐ下に欄に揃えて示される() throws {
            let form = Form.fixture(remark: true)
            let frame = Frame(columns: 80, rows: 24, entry: FormEntry(of: form))
            let lines = form.lines(in: frame)
            let cursor = try #require(form.cursor(in: frame))

            #expect(lines[cursor.row].text.contains("Secret"))
            #expect(lines[cursor.row + 1].text == String(repeating: " ", count: cursor.column) + "! Too short.")
            #expect(lines[cursor.row + 1].style == .alarm)
        }

        @Test func QRコードは_欄と一緒に全部が見えるときだけ描かれる() throws {
            let code = try #require(QRCode("HELLO, world"))
            let form = Form.fixture(picture: code)
            for columns in [1, 10, 27, 28, 29, 30, 39, 40, 80] {
                for rows in 1...40 {
                    for key in [DisplayEvent.Key.tab, .backTab] {
                        var entry = FormEntry(of: form)
                        _ = entry.respond(to: key, canReveal: true)
                        let frame = Frame(columns: columns, rows: rows, entry: entry)
                        let picture = form.lines(in: frame).filter { $0.style == .picture }

                        #expect(picture.isEmpty || picture == code.lines, "\(columns) × \(rows)")
                        #expect(picture.isEmpty || form.cursor(in: frame) != nil, "\(columns) × \(rows)")
                    }
                }
            }
        }

        /// The code has 21 modules, so with its border it has 29 columns and 15 rows. There are two fields, an empty line
        /// above them, and one line of keys.
        @Test(arguments: [(29, 40, true), (28, 40, false), (80, 19, true), (80, 18, false)])
        func QRコードの代わりに_端末が小さいと伝える(columns: Int, rows: Int, isDrawn: Bool) {
            let form = Form.fixture(picture: QRCode("HELLO, world"))

            let lines = form.lines(in: Frame(columns: columns, rows: rows))

            let hint = lines.filter { $0.style == .faint }.map(\.text).joined(separator: " ")
            #expect(lines.contains { $0.style == .picture } == isDrawn)
            #expect(hint.contains("too small") == !isDrawn)
            #expect(lines.contains { $0.text.contains("Below") } == (rows == 40 || !isDrawn))
        }

        @Test func QRコードのあるフォームには_もう一度示す住所がない() {
            #expect(Screen("form", Form.fixture()).address == PageAddress(FinishGuide.self))
            #expect(Screen("form", Form.fixture(picture: QRCode("a"))).address == nil)
        }

        @Test func 端末でなければQRコードは示されない() {
            #expect(Form.fixture(picture: QRCode("a")).plainLines(in: .en) == Form.fixture().plainLines(in: .en))
        }

        @Test func 書き写す秘密は_説明の下に一つずつ行を改めて示される() throws {
            let lines = Form.fixture(secrets: ["JBSW Y3DP", "k3px-pjbs"]).lines(in: Frame(columns: 80, rows: 24))

            let below = try #require(lines.firstIndex { $0.text.contains("Below") })
            #expect(lines[below...].dropFirst().prefix(3).map(\.text) == ["", "  JBSW Y3DP", "  k3px-pjbs"])
        }

        @Test(arguments: [false, true]) func 書き写す秘密は_端末でなくても示されるが_閉じた端末には残らない(isRemarked: Bool) {
            let form = Form.fixture(notice: isRemarked, remark: isRemarked, secrets: ["JBSW Y3DP", "k3px-pjbs"])
            let plain = Form.fixture(notice: isRemarked, remark: isRemarked).plainLines(in: .en)

            #expect(form.plainLines(in: .en) == plain + ["JBSW Y3DP", "k3px-pjbs"])
            #expect(form.lastLines(in: .en) == plain)
        }

        @Test func 書き写す秘密は_値の写しにも出ない() {
            let form = Form.fixture(secrets: ["JBSW Y3DP"])
            var dumped = ""
            dump(Screen("form", form), to: &dumped)

            for text in ["\(form)", String(reflecting: form), dumped] { #expect(!text.contains("JBSW")) }
        }

        @Test func 書き写す秘密のあるフォームには_もう一度示す住所がない() {
            #expect(Screen("form", Form.fixture()).address != nil)
            #expect(Screen("form", Form.fixture(secrets: ["JBSW Y3DP"])).address == nil)
        }

        @Test func 端末でなければ直すところだけかなければ説明を伝える() {
            #expect(Form.fixture().plainLines(in: .en) == ["Heading", "Below"])
            #expect(
                Form.fixture(notice: true, remark: true).plainLines(in: .ja) == ["前にあったこと", "秘密: 短すぎます。"])
        }
    }
}

extension Form {
    static func fixture(
        notice: Bool = false, remark: Bool = false, isRevealable: Bool = true, picture: QRCode? = nil,
        secrets: [Secret] = []
    ) -> Form {
        Form(
            heading: Sentence(en: "Heading", ja: "見出し"),
            notice: notice ? Sentence(en: "What happened before", ja: "前にあったこと") : nil,
            picture: picture,
            fields: [
                Field(name: "name", label: Sentence(en: "Name", ja: "名前")),
                Field(
                    name: "password", label: Sentence(en: "Secret", ja: "秘密"), isSecret: true,
                    isRevealable: isRevealable,
                    remark: remark ? Sentence(en: "Too short.", ja: "短すぎます。") : nil),
            ],
            action: Sentence(en: "log in", ja: "ログイン"),
            submission: Sending(0),
            paragraphs: [Sentence(en: "Below", ja: "下の説明")],
            secrets: secrets,
            keys: [
                KeyBinding(
                    name: "ctrl-n", action: Sentence(en: "sign up", ja: "新規登録"), keys: [.control("n")], effect: .leave)
            ])
    }
}
