public import UsecasesEngine

/// A form that the user fills in and submits.
public struct Form: View {
    /// A field of a form.
    public struct Field: Sendable, Hashable {
        /// The key of the field's text in a ``Submission``.
        package let name: String
        package let label: Sentence
        package let isSecret: Bool
        /// Whether the user can reveal a secret.
        let isRevealable: Bool
        /// The rule for the text, before anything was typed.
        package let hint: Sentence?
        /// The error to correct.
        package let remark: Sentence?
        /// The purpose of the text for a browser, a value of HTML's `autocomplete`, or `nil` for none of them.
        package let purpose: String?

        /// Creates a field with a label for the user and a name for the ``Submission``. `hint` is the rule for the text,
        /// and `remark` describes the error to correct, if any. `purpose` is a value of HTML's `autocomplete`, such as `username`.
        public init(
            name: String, label: Sentence, isSecret: Bool = false, isRevealable: Bool = true, hint: Sentence? = nil,
            remark: Sentence? = nil, purpose: String? = nil
        ) {
            self.name = name
            self.label = label
            self.isSecret = isSecret
            self.isRevealable = isRevealable
            self.hint = hint
            self.remark = remark
            self.purpose = purpose
        }
    }

    /// The heading, above everything else.
    public let heading: Sentence
    /// The message about an earlier event.
    public var notice: Sentence?
    /// The fields, from top to bottom.
    public let fields: [Field]
    /// The name of the action that the last field triggers.
    public let action: Sentence
    /// The recipient of the completed form.
    public let submission: any Submission
    /// Whether the action cannot be undone.
    public let isDangerous: Bool
    /// The paragraphs below the fields.
    public var paragraphs: [Sentence]
    /// The keys in addition to the editing keys. In a form, every character is text.
    public var keys: [KeyBinding]

    /// Creates a form. `keys` act in addition to the editing keys. An action that `isDangerous` cannot be undone.
    public init(
        heading: Sentence, notice: Sentence? = nil, fields: [Field], action: Sentence, submission: any Submission,
        isDangerous: Bool = false, paragraphs: [Sentence] = [], keys: [KeyBinding] = []
    ) {
        self.heading = heading
        self.notice = notice
        self.fields = fields
        self.action = action
        self.submission = submission
        self.isDangerous = isDangerous
        self.paragraphs = paragraphs
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

    /// Returns the notice and the remarks. Without them, returns the heading and the paragraphs.
    public func plainLines(in language: Language) -> [String] {
        let remarks = fields.compactMap { field in
            field.remark.map { "\(field.label.text(in: language)): \($0.text(in: language))" }
        }
        let news = (notice.map { [$0.text(in: language)] } ?? []) + remarks
        let texts = news.isEmpty ? ([heading] + paragraphs).map { $0.text(in: language) } : news
        return texts.map(\.printable)
    }
}

extension Form: Hashable {
    /// Compares all properties, including the submissions.
    public static func == (first: Form, second: Form) -> Bool {
        (first.heading, first.notice, first.fields, first.action, first.paragraphs)
            == (second.heading, second.notice, second.fields, second.action, second.paragraphs)
            && first.isDangerous == second.isDangerous
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
        /// The user submitted the form. All fields have a text.
        case submitted
        /// The form does not handle the key.
        case none
    }

    /// The texts of all fields, in the order of the fields.
    public private(set) var texts: [FieldText]
    package private(set) var focus = 0
    package private(set) var isRevealed = false
    private let names: [String]
    private let areSecret: [Bool]

    /// Creates an empty entry. It focuses the first field with a remark, or otherwise the first field.
    public init(of form: Form) {
        names = form.fields.map(\.name)
        areSecret = form.fields.map(\.isSecret)
        texts = form.fields.map { FieldText(isSecret: $0.isSecret) }
        focus = form.fields.firstIndex { $0.remark != nil } ?? 0
    }

    /// Creates an entry with these texts, by the names of the fields.
    package init(of form: Form, filledWith filled: [String: Secret]) {
        self.init(of: form)
        for (index, name) in names.enumerated() { texts[index].insert(filled[name]?.reveal() ?? "") }
    }

    /// The text of the field with this name.
    public subscript(name: String) -> Secret {
        names.firstIndex(of: name).map { texts[$0].value } ?? ""
    }

    func belongs(to form: Form) -> Bool {
        names == form.fields.map(\.name) && areSecret == form.fields.map(\.isSecret)
    }

    /// Clears the secrets. Focuses the first field with an error, or otherwise the first empty field.
    mutating func prepareForAnotherTry(at form: Form) {
        for index in texts.indices where areSecret[index] { texts[index].clear() }
        isRevealed = false
        focus = form.fields.firstIndex { $0.remark != nil } ?? texts.firstIndex(where: \.isEmpty) ?? 0
    }

    mutating func respond(to key: DisplayEvent.Key, canReveal: Bool) -> Response {
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

    /// Moves to the next field. On the last field, submits the form, or moves to the first empty field.
    private mutating func goOn() -> Response {
        if focus < texts.count - 1 {
            focus += 1
            return .edited
        }
        guard let empty = texts.firstIndex(where: \.isEmpty) else { return .submitted }
        focus = empty
        return .edited
    }
}
