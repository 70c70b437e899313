public import Usecases

/// Fields that the user fills in, and what is done with them.
public struct Form: View {
    /// A field of a form.
    public struct Field: Sendable, Hashable {
        /// By which a ``Submission`` finds what was typed.
        let name: String
        let label: Sentence
        let isSecret: Bool
        /// Whether a secret can be shown as it was typed, if the user wants that.
        let isRevealable: Bool
        /// What has to be mended.
        let remark: Sentence?

        /// A field with a label for people and a name for the ``Submission``. `remark` says what has to be
        /// mended, if anything.
        public init(
            name: String, label: Sentence, isSecret: Bool = false, isRevealable: Bool = true, remark: Sentence? = nil
        ) {
            self.name = name
            self.label = label
            self.isSecret = isSecret
            self.isRevealable = isRevealable
            self.remark = remark
        }
    }

    /// The heading, above everything else.
    public let heading: Sentence
    /// What happened before.
    public var notice: Sentence?
    /// The fields, from top to bottom.
    public let fields: [Field]
    /// What the last of the fields leads to.
    public let action: Sentence
    /// The recipient of the form when it has been filled in.
    public let submission: any Submission
    /// Below the fields.
    public var paragraphs: [Sentence]
    /// Apart from those that edit. Whatever is a character is text here.
    public var keys: [KeyBinding]

    /// A form. `keys` act in addition to those that edit.
    public init(
        heading: Sentence, notice: Sentence? = nil, fields: [Field], action: Sentence, submission: any Submission,
        paragraphs: [Sentence] = [], keys: [KeyBinding] = []
    ) {
        self.heading = heading
        self.notice = notice
        self.fields = fields
        self.action = action
        self.submission = submission
        self.paragraphs = paragraphs
        self.keys = keys
    }

    /// The form itself.
    public var form: Form? { self }

    var canReveal: Bool { fields.contains { $0.isSecret && $0.isRevealable } }

    /// The same form with the remark as its notice.
    public func remarking(_ remark: Sentence) -> any View {
        var form = self
        form.notice = remark
        return form
    }

    /// The visible part of the form, above all keys.
    public func lines(in frame: Frame) -> [Line] {
        let layout = FormLayout(self, in: frame)
        return Array(layout.visibleLines.prefix(max(0, frame.rows)))
    }

    /// The position of the cursor in the field that is being edited; `nil` if it is not visible.
    public func cursor(in frame: Frame) -> CursorPosition? { FormLayout(self, in: frame).visibleCursor }

    /// The number of lines that do not fit above the keys.
    public func hiddenLines(in frame: Frame) -> Int { FormLayout(self, in: frame).hiddenLines }

    /// The offsets at which the first and the last line are visible, relative to the field that is being edited.
    public func offsets(in frame: Frame) -> ClosedRange<Int> { FormLayout(self, in: frame).offsets }

    /// What the user has to know, or what the form is about.
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
    /// Compares everything, submissions included.
    public static func == (first: Form, second: Form) -> Bool {
        (first.heading, first.notice, first.fields, first.action, first.paragraphs)
            == (second.heading, second.notice, second.fields, second.action, second.paragraphs)
            && first.keys == second.keys && AnyHashable(first.submission) == AnyHashable(second.submission)
    }

    /// Hashes the heading, the notice and the fields.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(heading)
        hasher.combine(notice)
        hasher.combine(fields)
    }
}

/// What is done with a form that has been filled in.
public protocol Submission: Sendable, Hashable {
    func behaviour(with entry: FormEntry) -> Behaviour
}

/// What the user has filled into a form so far. It belongs to the session on the terminal: no screen and no store holds
/// what was typed.
public struct FormEntry: Sendable, Hashable {
    /// What a key has done to a form.
    public enum Response: Sendable, Hashable {
        case edited
        case submitted
        /// The key is not for the form.
        case none
    }

    /// The texts of all fields, in the order of the fields.
    public private(set) var texts: [FieldText]
    /// The field that is being edited.
    package private(set) var focus = 0
    /// Whether secrets are shown as they were typed.
    package private(set) var isRevealed = false
    private let names: [String]
    private let areSecret: [Bool]

    /// An empty entry. The first field with a remark is edited first, or else the first field.
    public init(of form: Form) {
        names = form.fields.map(\.name)
        areSecret = form.fields.map(\.isSecret)
        texts = form.fields.map { FieldText(isSecret: $0.isSecret) }
        focus = form.fields.firstIndex { $0.remark != nil } ?? 0
    }

    /// The text of the field of this name.
    public subscript(name: String) -> Secret {
        names.firstIndex(of: name).map { texts[$0].value } ?? ""
    }

    func belongs(to form: Form) -> Bool {
        names == form.fields.map(\.name) && areSecret == form.fields.map(\.isSecret)
    }

    /// Secrets are typed anew, beginning where something has to be mended.
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

    /// To the next field. From the last one, the form is submitted, or a field that was passed over is filled in first.
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
