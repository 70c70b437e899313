import UsecasesEngine
import UsecasesTerminal

/// The program for people who build with the libraries. It is itself an application on them, in the small form: one
/// target with a folder for each layer. Only this type knows the adapters.
@main
enum UsecaseTool: TerminalApplication {
    static let product = Product.own
    static let abstract = Sentence(
        en: "Start an application of your own on the libraries, and learn their architecture in a course.",
        ja: "ライブラリを使う自分のアプリケーションを作る。講座でその設計を学ぶ。")
    static let usecases: [any Usecase.Type] = [
        MakeApplication.self,
        AddPart.self,
        StartCourse.self,
        ListExercises.self,
        CheckExercise.self,
        AwaitChange.self,
        ShowHint.self,
        ResetExercise.self,
        ShowSolution.self,
    ]
    static let optionPorts: [String: Set<String>] = [
        "--directory": ["CourseFolder", "CourseChecker"], "--timeout": [], "--ca-file": [], "--allow-plain-http": [],
    ]
    static let examples = [
        "new Shop ../shop", "new Shop ../shop --service", "new Shop ../shop --language ja", "add service ../shop",
        "add database ../shop", "add database ../shop --kind postgresql", "learn", "learn check", "learn hint",
        "learn check --watch", "learn reset 1", "learn solution 1",
    ]

    static func dependencies(for settings: Settings, _ options: CourseOptions) -> Dependencies {
        var dependencies = settings.dependencies(remembering: keys)
        let (clock, randomSource) = (dependencies.clock, dependencies.randomSource)
        let source = SourceRoot.current
        let directory = options.directory ?? FileCourseFolder.usualDirectory
        dependencies.applicationMaker.adapter = FileApplicationMaker(source: source, randomSource: randomSource)
        dependencies.courseFolder.adapter = FileCourseFolder(
            directory: directory, source: source, clock: clock, randomSource: randomSource)
        dependencies.courseChecker.adapter = SwiftCourseChecker(
            directory: directory, source: source, environment: Environment.process.variables, clock: clock)
        return dependencies
    }
}

extension Screen {
    /// Creates a screen of text. The terminal of this program has no keys.
    init(
        _ name: String, _ heading: Sentence, _ paragraphs: [Sentence] = [], exitStatus: ExitStatus = .success
    ) {
        self.init(name, Page(heading: heading, paragraphs: paragraphs, keys: []), exitStatus: exitStatus)
    }
}
