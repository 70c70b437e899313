public import UsecasesEngine
import UsecasesLaboratory

/// A view with its exit status and behaviour. The view of a use case creates a screen for each of its goals.
public struct Screen: Sendable {
    /// The name in JSON, or `nil` for an error. Errors have their own JSON form.
    public let name: String?
    package let view: any View
    /// The exit status of a program that ends with this screen. A negative goal has its own status.
    public let exitStatus: ExitStatus
    /// Whether the screen starts a new trail. No key leads back from it to earlier screens.
    public let isStart: Bool
    /// The behaviour that a terminal runs automatically, the first time that a screen declares it.
    public let onAppear: Behaviour?
    /// The run that shows the screen anew, without its notice, or `nil` if nothing does. The address of a form leads to
    /// the form.
    public let place: Behaviour?
    /// The secrets that the screen shows to their recipient, by their names in JSON.
    public let secrets: [String: Secret]

    /// Creates a screen with its name in JSON.
    public init(
        _ name: String?, _ view: any View, exitStatus: ExitStatus = .success, isStart: Bool = false,
        onAppear: Behaviour? = nil, place: Behaviour? = nil, secrets: [String: Secret] = [:]
    ) {
        self.name = name
        self.view = view
        self.exitStatus = exitStatus
        self.isStart = isStart
        self.onAppear = onAppear
        self.place = place
        self.secrets = secrets
    }

    /// Returns a copy with this notice, or without one.
    package func remarking(_ remark: Sentence?) -> Screen { showing(view.remarking(remark)) }

    private func showing(_ view: any View) -> Screen {
        Screen(
            name, view, exitStatus: exitStatus, isStart: isStart, onAppear: onAppear, place: place, secrets: secrets)
    }

    /// Returns the screen with remarks on values that the form or its submission refuses, or `nil` if both take them.
    package func objection(to entry: FormEntry) -> Screen? {
        view.form.flatMap { form in
            form.remarking(on: entry).map(showing) ?? form.submission.objection(to: entry)
        }
    }

    /// Returns the commands that lead on from the result of a use case, as sentences. They are the command of another
    /// use case whose form the screen shows, or otherwise the commands of the forms that its keys show.
    func nextSteps(after usecase: String, of product: Product) -> [Sentence] {
        guard let form = view.form else { return [] }
        func step(_ action: Sentence, _ form: Form) -> Sentence? {
            guard case .command(let command) = form.submission.address.usecase.invocation else { return nil }
            let line = "\(product.name) \(command)"
            return Sentence(en: "\(action.text(in: .en)): \(line)", ja: "\(action.text(in: .ja)): \(line)")
        }
        if form.submission.address.usecase.name != usecase { return [step(form.action, form)].compactMap(\.self) }
        return form.keys.compactMap { key in
            guard case .show(let screen) = key.effect, let form = screen.view.form else { return nil }
            return step(key.action, form)
        }
    }

    /// The address at which a browser shows the screen anew, or `nil` without one. A screen with secrets has none, because only
    /// the goal of a run has them.
    package var address: PageAddress? {
        let isShownOnce = !secrets.isEmpty || view.form.map { $0.picture != nil || !$0.secrets.isEmpty } ?? false
        return isShownOnce ? nil : view.form?.submission.address ?? place?.address
    }
}

extension Screen: Hashable {
    /// Compares all properties, including the views and the behaviours.
    public static func == (first: Screen, second: Screen) -> Bool {
        (first.name, first.exitStatus, first.isStart, first.onAppear, first.secrets)
            == (second.name, second.exitStatus, second.isStart, second.onAppear, second.secrets)
            && first.place == second.place
            && AnyHashable(first.view) == AnyHashable(second.view)
    }

    /// Hashes the name and the view.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        view.hash(into: &hasher)
    }
}

extension Screen {
    /// An empty screen, before anything is shown.
    public static let blank = Screen(nil, Page(heading: Sentence(""), paragraphs: [], keys: []))
}

extension Screen {
    /// Returns a screen with an error, its details, and the offer to try again.
    public static func error(_ error: ErrorReport) -> Screen {
        Screen(nil, Page.error(error), exitStatus: error.exitStatus)
    }
}

extension Page {
    /// Returns a page with the message of the error, the advice, the name, the arguments and the causes. Its keys try
    /// again or quit.
    public static func error(_ error: ErrorReport) -> Page {
        let status = error.status.map { " (\($0))" } ?? ""
        let name = Sentence(
            en: "\(error.kind): \(error.asciiName)\(status)", ja: "\(error.kind): \(error.name)\(status)")
        let details =
            error.args.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            + error.causedBy.map { "← \($0)" }
        return Page(
            heading: error.message,
            headingStyle: .alarm,
            paragraphs: [error.advice], details: [name] + details.map { Sentence($0) },
            keys: [.again, .quit])
    }
}

extension Screen {
    /// Returns the screen of a use case without its own view. It shows the sentence of the goal, and its values.
    public static func goal<U: Usecase>(of scenario: Scenario<U>) -> Screen {
        let goal = SceneText(.goal, scenario.goal)
        return Screen(
            "goal", Page(heading: U.sentence(goal.name), paragraphs: goal.values.map { Sentence($0) }, keys: []))
    }
}

/// A demonstration that runs while its screen is shown. Its lines appear below the text of the screen as it runs.
public struct Demonstration: Sendable {
    /// The environment of a demonstration.
    public struct Stage: Sendable {
        /// The language of the lines.
        public let language: Language
        /// Waits to let the user follow. Throws an error if the demonstration is no longer shown.
        public let pause: @Sendable () async throws(ErrorWrapper) -> Void
        /// Shows a line below the earlier lines.
        public let tell: @Sendable (Line) -> Void
    }

    private let name: String
    private let perform: @MainActor @Sendable (Stage) async -> Void

    /// Creates a demonstration. Demonstrations with the same name are equal.
    public init(_ name: String, perform: @escaping @MainActor @Sendable (Stage) async -> Void) {
        self.name = name
        self.perform = perform
    }

    /// Runs the demonstration, and returns its lines. It ends early when the caller stops reading them.
    @MainActor public func lines(
        in language: Language, pausing pause: @escaping @Sendable () async throws(ErrorWrapper) -> Void = {}
    ) -> AsyncStream<Line> {
        let (lines, continuation) = AsyncStream.makeStream(of: Line.self)
        let stage = Stage(language: language, pause: pause) { continuation.yield($0) }
        let performance = Task {
            await perform(stage)
            continuation.finish()
        }
        continuation.onTermination = { _ in performance.cancel() }
        return lines
    }
}

extension Demonstration: Hashable {
    /// Compares the names.
    public static func == (first: Demonstration, second: Demonstration) -> Bool { first.name == second.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}
