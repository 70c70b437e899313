public import Usecases

/// Fields that the user fills in, and what is done with them.
public struct Form: View {
    public struct Field: Sendable, Hashable {
        /// By which a ``Submission`` finds what was typed.
        let name: String
        let label: Sentence
        let isSecret: Bool
        /// Whether a secret can be shown as it was typed, if the user wants that.
        let isRevealable: Bool
        /// What has to be mended.
        let remark: Sentence?

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

    public let heading: Sentence
    /// What happened before.
    public var notice: Sentence?
    public let fields: [Field]
    /// What the last of the fields leads to.
    public let action: Sentence
    public let submission: any Submission
    /// Below the fields.
    public var paragraphs: [Sentence]
    /// Apart from those that edit. Whatever is a character is text here.
    public var keys: [KeyBinding]

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

    public var form: Form? { self }

    var canReveal: Bool { fields.contains { $0.isSecret && $0.isRevealable } }

    public func remarking(_ remark: Sentence) -> any View {
        var form = self
        form.notice = remark
        return form
    }

    public func lines(in frame: Frame) -> [Line] {
        let layout = FormLayout(self, in: frame)
        return Array(layout.visibleLines.prefix(max(0, frame.rows)))
    }

    public func cursor(in frame: Frame) -> CursorPosition? { FormLayout(self, in: frame).visibleCursor }

    public func hiddenLines(in frame: Frame) -> Int { FormLayout(self, in: frame).hiddenLines }

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
    public static func == (first: Form, second: Form) -> Bool {
        (first.heading, first.notice, first.fields, first.action, first.paragraphs)
            == (second.heading, second.notice, second.fields, second.action, second.paragraphs)
            && first.keys == second.keys && AnyHashable(first.submission) == AnyHashable(second.submission)
    }

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
