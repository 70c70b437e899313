public import UsecasesEngine

/// A form that the user fills in and submits.
public struct Form: View {
    /// A field of a form.
    public struct Field: Sendable, Hashable {
        /// A value that the user can choose.
        public struct Choice: Sendable, Hashable {
            /// The text for the ``Submission``.
            package let text: String
            package let label: Sentence

            /// Creates a value with its text for the ``Submission``, and its label for the user.
            public init(_ text: String, label: Sentence) {
                self.text = text
                self.label = label
            }
        }

        /// The key of the field's text in a ``Submission``.
        package let name: String
        package let label: Sentence
        package let isSecret: Bool
        /// Whether the user can reveal a secret.
        let isRevealable: Bool
        /// The rule for the text, before anything was typed.
        package let hint: Sentence?
        /// The error to correct.
        package fileprivate(set) var remark: Sentence?
        /// The purpose of the text for a browser, a value of HTML's `autocomplete`, or `nil` for none of them.
        package let purpose: String?
        /// Whether the user can submit the form without a text.
        package let isOptional: Bool
        /// The text before the user changes it.
        package let initial: String
        /// The only possible values, or `nil` if the user types the text.
        package let choices: [Choice]?
        package let isSwitch: Bool

        /// Creates a field with a label for the user and a name for the ``Submission``. `hint` is the rule for the text,
        /// and `remark` describes the error to correct, if any. `purpose` is a value of HTML's `autocomplete`, such as `username`.
        /// The user can change the `initial` text. A secret always begins empty.
        public init(
            name: String, label: Sentence, isSecret: Bool = false, isRevealable: Bool = true, hint: Sentence? = nil,
            remark: Sentence? = nil, purpose: String? = nil, isOptional: Bool = false, initial: String = ""
        ) {
            self.name = name
            self.label = label
            self.isSecret = isSecret
            self.isRevealable = isRevealable
            self.hint = hint
            self.remark = remark
            self.purpose = purpose
            self.isOptional = isOptional
            self.initial = isSecret ? "" : initial
            choices = nil
            isSwitch = false
        }

        /// Creates a field for one of the choices. It begins with the choice that has the `initial` text, or otherwise with
        /// the first one. An optional field also has an empty choice, the first of all.
        public init(
            name: String, label: Sentence, choices: [Choice], initial: String? = nil, isOptional: Bool = false,
            hint: Sentence? = nil, remark: Sentence? = nil
        ) {
            let all = (isOptional ? [Choice("", label: Sentence("–"))] : []) + choices
            self.init(name: name, label: label, choices: all, initial: initial, isSwitch: false, hint, remark)
        }

        /// Creates a switch. ``FormEntry/isOn(_:)`` returns its position.
        public init(name: String, label: Sentence, isOn: Bool, hint: Sentence? = nil, remark: Sentence? = nil) {
            let choices = [
                Choice("", label: Sentence(en: "no", ja: "いいえ")), Choice(Self.on, label: Sentence(en: "yes", ja: "はい")),
            ]
            self.init(
                name: name, label: label, choices: choices, initial: isOn ? Self.on : "", isSwitch: true, hint, remark)
        }

        private init(
            name: String, label: Sentence, choices: [Choice], initial: String?, isSwitch: Bool, _ hint: Sentence?,
            _ remark: Sentence?
        ) {
            self.name = name
            self.label = label
            isSecret = false
            isRevealable = false
            self.hint = hint
            self.remark = remark
            purpose = nil
            isOptional = false
            self.initial = (choices.first { $0.text == initial } ?? choices.first)?.text ?? ""
            self.choices = choices
            self.isSwitch = isSwitch
        }

        /// The text of a switch that is on. A switch that is off has an empty text.
        package static let on = "yes"

        /// Whether the user has to type a text.
        package var mustBeTyped: Bool { choices == nil && !isOptional }

        /// Returns whether the text is one of the choices, if the field has any.
        func admits(_ text: String) -> Bool { choices?.contains { $0.text == text } ?? true }

        /// Returns whether an entry for this field also fits the other field.
        func hasSameInput(as other: Field) -> Bool {
            (name, isSecret, isOptional, initial, choices) == (
                other.name, other.isSecret, other.isOptional, other.initial, other.choices
            )
        }
    }

    /// The heading, above everything else.
    public let heading: Sentence
    /// The message about an earlier event.
    public var notice: Sentence?
    /// The picture above the fields, or `nil`. The text below has the same content, for a terminal without room for it.
    public let picture: QRCode?
    /// The fields, from top to bottom.
    public private(set) var fields: [Field]
    /// The name of the action that the last field triggers.
    public let action: Sentence
    /// The recipient of the completed form.
    public let submission: any Submission
    /// Whether the action cannot be undone.
    public let isDangerous: Bool
    /// The paragraphs below the fields.
    public var paragraphs: [Sentence]
    /// The secrets for the user to copy, each on its own line. A terminal no longer has them when the program has ended.
    public private(set) var secrets: [Secret]
    /// The keys in addition to the editing keys. In a form, every character is text.
    public var keys: [KeyBinding]

    /// Creates a form. `keys` act in addition to the editing keys. An action that `isDangerous` cannot be undone.
    public init(
        heading: Sentence, notice: Sentence? = nil, picture: QRCode? = nil, fields: [Field], action: Sentence,
        submission: any Submission, isDangerous: Bool = false, paragraphs: [Sentence] = [], secrets: [Secret] = [],
        keys: [KeyBinding] = []
    ) {
        self.heading = heading
        self.notice = notice
        self.picture = picture
        self.fields = fields
        self.action = action
        self.submission = submission
        self.isDangerous = isDangerous
        self.paragraphs = paragraphs
        self.secrets = secrets
        self.keys = keys
    }

    /// The form itself.
    public var form: Form? { self }

    var canReveal: Bool { fields.contains { $0.isSecret && $0.isRevealable } }

    /// Returns a copy of the form with the remark as its notice.
    public func remarking(_ remark: Sentence?) -> any View {
        var form = self
        form.notice = remark
        return form
    }

    /// Returns the form with remarks on values that are not among the choices, or `nil` if all are.
    func remarking(on entry: FormEntry) -> Form? {
        let refused = fields.indices.filter { !fields[$0].admits(entry[fields[$0].name].reveal()) }
        guard !refused.isEmpty else { return nil }
        var form = self
        for index in refused {
            form.fields[index].remark = Sentence(en: "Choose one of the values.", ja: "選択肢から選んでください。")
        }
        return form
    }

    /// Returns the visible part of the form, and all keys below it.
    public func lines(in frame: Frame) -> [Line] {
        let layout = FormLayout(self, in: frame)
        return Array(layout.visibleLines.prefix(max(0, frame.rows)))
    }

    /// Returns the position of the cursor in the focused field, or `nil` if the field is not visible.
    public func cursor(in frame: Frame) -> CursorPosition? { FormLayout(self, in: frame).visibleCursor }

    /// Returns the number of lines that do not fit above the keys.
    public func hiddenLines(in frame: Frame) -> Int { FormLayout(self, in: frame).hiddenLines }

    /// Returns the scroll offsets of the first and the last line, relative to the focused field.
    public func offsets(in frame: Frame) -> ClosedRange<Int> { FormLayout(self, in: frame).offsets }

    /// Returns the notice and the remarks. Without them, returns the heading and the paragraphs. The secrets follow. There is
    /// no picture, because the output may be a file.
    public func plainLines(in language: Language) -> [String] {
        let remarks = fields.compactMap { field in
            field.remark.map { "\(field.label.text(in: language)): \($0.text(in: language))" }
        }
        let news = (notice.map { [$0.text(in: language)] } ?? []) + remarks
        let texts = news.isEmpty ? ([heading] + paragraphs).map { $0.text(in: language) } : news
        return (texts + secrets.map { $0.reveal() }).map(\.printable)
    }

    /// Returns the plain lines without the secrets.
    public func lastLines(in language: Language) -> [String] {
        var form = self
        form.secrets = []
        return form.plainLines(in: language)
    }
}

extension Form: Hashable {
    /// Compares all properties, including the submissions.
    public static func == (first: Form, second: Form) -> Bool {
        (first.heading, first.notice, first.fields, first.action, first.paragraphs)
            == (second.heading, second.notice, second.fields, second.action, second.paragraphs)
            && (first.picture, first.secrets, first.isDangerous) == (second.picture, second.secrets, second.isDangerous)
            && first.keys == second.keys && AnyHashable(first.submission) == AnyHashable(second.submission)
    }

    /// Hashes the heading, the notice and the fields.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(heading)
        hasher.combine(notice)
        hasher.combine(fields)
    }
}

/// The action of a completed form.
public protocol Submission: Sendable, Hashable {
    /// The use case that the form starts.
    associatedtype Target: Usecase
    /// The texts of the form's address. The user does not type them.
    var texts: [String: String] { get }
    /// Returns the run that the completed form starts.
    func behaviour(with entry: FormEntry) -> Behaviour
    /// Returns the form with remarks on the texts that no behaviour can take, or `nil` if it can take them.
    func objection(to entry: FormEntry) -> Screen?
}

extension Submission {
    /// Empty by default.
    public var texts: [String: String] { [:] }

    /// The address of the form.
    package var address: PageAddress { PageAddress(Target.self, texts) }

    /// Returns `nil`, because most use cases check their values themselves.
    public func objection(to entry: FormEntry) -> Screen? { nil }
}

/// The text that the user has entered into a form so far. It belongs to the session on the terminal. Neither a screen
/// nor a store holds it.
public struct FormEntry: Sendable, Hashable {
    /// The effect of a key on a form.
    public enum Response: Sendable, Hashable {
        /// The key changed a text, or moved the cursor.
        case edited
        /// The user submitted the form. All fields that are not optional have a text.
        case submitted
        /// The form does not handle the key.
        case none
    }

    /// The texts of all fields, in the order of the fields.
    public private(set) var texts: [FieldText]
    package private(set) var focus = 0
    package private(set) var isRevealed = false
    private let fields: [Form.Field]

    /// Creates an entry with the initial texts. It focuses the first field with a remark, or otherwise the first field.
    public init(of form: Form) {
        self.init(of: form, filledWith: [:], isComplete: false)
        focus = form.fields.firstIndex { $0.remark != nil } ?? 0
    }

    /// Creates an entry with these texts, by the names of the fields. A field without one is empty if they are complete,
    /// and otherwise has its initial text.
    package init(of form: Form, filledWith filled: [String: Secret], isComplete: Bool = true) {
        fields = form.fields
        texts = fields.map { field in
            var text = FieldText(isSecret: field.isSecret)
            text.insert(filled[field.name]?.reveal() ?? (isComplete ? "" : field.initial))
            return text
        }
    }

    /// The text of the field with this name.
    public subscript(name: String) -> Secret {
        fields.firstIndex { $0.name == name }.map { texts[$0].value } ?? ""
    }

    /// Returns whether the switch with this name is on.
    public func isOn(_ name: String) -> Bool { self[name].reveal() == Form.Field.on }

    func belongs(to form: Form) -> Bool {
        fields.elementsEqual(form.fields) { $0.hasSameInput(as: $1) }
    }

    /// The index of the first field whose text is still missing.
    private var missing: Int? { texts.indices.first { fields[$0].mustBeTyped && texts[$0].isEmpty } }

    /// Clears the secrets. Focuses the first field with an error, or otherwise the first missing text.
    mutating func prepareForAnotherTry(at form: Form) {
        for index in texts.indices where fields[index].isSecret { texts[index].clear() }
        isRevealed = false
        focus = form.fields.firstIndex { $0.remark != nil } ?? missing ?? 0
    }

    mutating func respond(to key: DisplayEvent.Key, canReveal: Bool) -> Response {
        if let choices = fields[focus].choices, choose(from: choices, with: key) { return .edited }
        switch key {
        case .character(let character): texts[focus].insert(String(character))
        case .paste(let secret): texts[focus].insert(secret.reveal())
        case .backspace: texts[focus].deleteBackward()
        case .delete: texts[focus].deleteForward()
        case .left: texts[focus].move(by: -1)
        case .right: texts[focus].move(by: 1)
        case .home, .control("a"): texts[focus].moveToStart()
        case .end, .control("e"): texts[focus].moveToEnd()
        case .control("u"): texts[focus].clear()
        case .tab, .down: focus = (focus + 1) % texts.count
        case .backTab, .up: focus = (focus + texts.count - 1) % texts.count
        case .control("r") where canReveal: isRevealed.toggle()
        case .enter: return goOn()
        case .control, .escape, .pageUp, .pageDown, .endOfInput: return .none
        }
        return .edited
    }

    /// Changes the choice. Returns whether the key edits a field. A choice ignores the keys that only edit a typed text.
    private mutating func choose(from choices: [Form.Field.Choice], with key: DisplayEvent.Key) -> Bool {
        let count = choices.count
        let chosen = choices.firstIndex { $0.text == texts[focus].value.reveal() } ?? 0
        let next: Int
        switch key {
        case .character(" "), .right: next = chosen + 1
        case .left: next = chosen + count - 1
        case .home, .control("a"): next = 0
        case .end, .control("e"): next = count - 1
        case .character, .paste, .backspace, .delete, .control("u"): next = chosen
        default: return false
        }
        guard count > 0 else { return true }
        texts[focus].clear()
        texts[focus].insert(choices[next % count].text)
        return true
    }

    /// Moves to the next field. On the last field, submits the form, or moves to the first missing text.
    private mutating func goOn() -> Response {
        if focus < texts.count - 1 {
            focus += 1
            return .edited
        }
        guard let missing else { return .submitted }
        focus = missing
        return .edited
    }
}
