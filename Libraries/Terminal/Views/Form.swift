package import Usecases

/// Fields that the user fills in, and what is done with them.
package struct Form: View {
    package struct Field: Sendable, Hashable {
        /// By which a ``Submission`` finds what was typed.
        let name: String
        let label: Sentence
        let isSecret: Bool
        /// Whether a secret can be shown as it was typed, if the user wants that.
        let isRevealable: Bool
        /// What has to be mended.
        let remark: Sentence?

        package init(
            name: String, label: Sentence, isSecret: Bool = false, isRevealable: Bool = true, remark: Sentence? = nil
        ) {
            self.name = name
            self.label = label
            self.isSecret = isSecret
            self.isRevealable = isRevealable
            self.remark = remark
        }
    }

    package let heading: Sentence
    /// What happened before.
    package var notice: Sentence?
    package let fields: [Field]
    /// What the last of the fields leads to.
    package let action: Sentence
    package let submission: any Submission
    /// Below the fields.
    package var paragraphs: [Sentence]
    /// Apart from those that edit. Whatever is a character is text here.
    package var keys: [KeyBinding]

    package init(
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

    package var form: Form? { self }

    var canReveal: Bool { fields.contains { $0.isSecret && $0.isRevealable } }

    package func remarking(_ remark: Sentence) -> any View {
        var form = self
        form.notice = remark
        return form
    }

    package func lines(in frame: Frame) -> [Line] {
        let layout = FormLayout(self, in: frame)
        return Array(layout.visibleLines.prefix(max(0, frame.rows)))
    }

    package func cursor(in frame: Frame) -> CursorPosition? { FormLayout(self, in: frame).visibleCursor }

    package func hiddenLines(in frame: Frame) -> Int { FormLayout(self, in: frame).hiddenLines }

    package func offsets(in frame: Frame) -> ClosedRange<Int> { FormLayout(self, in: frame).offsets }

    /// What the user has to know, or what the form is about.
    package func plainLines(in language: Language) -> [String] {
        let remarks = fields.compactMap { field in
            field.remark.map { "\(field.label.text(in: language)): \($0.text(in: language))" }
        }
        let news = (notice.map { [$0.text(in: language)] } ?? []) + remarks
        let texts = news.isEmpty ? ([heading] + paragraphs).map { $0.text(in: language) } : news
        return texts.map(\.printable)
    }
}

extension Form: Hashable {
    package static func == (first: Form, second: Form) -> Bool {
        (first.heading, first.notice, first.fields, first.action, first.paragraphs)
            == (second.heading, second.notice, second.fields, second.action, second.paragraphs)
            && first.keys == second.keys && AnyHashable(first.submission) == AnyHashable(second.submission)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(heading)
        hasher.combine(notice)
        hasher.combine(fields)
    }
}

/// What is done with a form that has been filled in.
package protocol Submission: Sendable, Hashable {
    func behaviour(with entry: FormEntry) -> Behaviour
}
