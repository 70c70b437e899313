import Foundation
import UsecasesEngine
import UsecasesSystem

/// The folder of the course, created from the source of this program.
actor FileCourseFolder: CourseFolder {
    private let directory: String
    private let source: SourceRoot?
    private let clock: any Clock
    private let randomSource: any RandomSource
    /// The executor for file operations, because they block their thread.
    private let executor = BlockingExecutor(label: "\(Product.own.name).course-folder")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// `source` is `nil` if the program does not find its source.
    init(directory: String, source: SourceRoot?, clock: any Clock, randomSource: any RandomSource) {
        self.directory = directory
        self.source = source
        self.clock = clock
        self.randomSource = randomSource
    }

    /// The default folder of the course. It is the current directory if that is a folder of the course.
    static var usualDirectory: String {
        Folder(".").has(CourseProgress.file) && Folder(".").has("Exercises") ? "." : "\(Product.own.name)-course"
    }

    private var folder: Folder { Folder(directory) }

    func open() async throws(ErrorWrapper) -> OpenedCourse {
        guard let source else { return .refused(.noMaterial(Self.place)) }
        if isThere {
            let lessons = Lessons.exercises(try await exercises(CourseMaterial(source)))
            if case .success(let next) = lessons.chosen(nil) { return .continued(directory: directory, next: next) }
        }
        guard directory.isName, let above = directory.parentDirectory, isFolder(above) else {
            return .refused(.unusable(directory))
        }
        guard (try? folder.isFree) ?? false else { return .refused(.occupied(directory)) }
        let making = "\(above)/.\(Product.own.name)-course-\(String(randomSource.next(), radix: 16))"
        do {
            try await NewFolder.make(at: directory, as: making) { try await make(Folder(making), from: source) }
        } catch {
            throw failure(to: .unwritable(location: directory, content: .folder), error)
        }
        guard let first = try await exercises(CourseMaterial(source)).first else {
            return .refused(.noMaterial(source.path))
        }
        return .made(directory: directory, first: first)
    }

    func lessons() async throws(ErrorWrapper) -> Lessons {
        guard let source else { return .refused(.noMaterial(Self.place)) }
        guard isThere else { return .refused(.noFolder(directory)) }
        let exercises = try await exercises(CourseMaterial(source))
        return exercises.isEmpty ? .refused(.noMaterial(source.path)) : .exercises(exercises)
    }

    func hint(for exercise: Exercise) async throws(ErrorWrapper) -> Hint {
        let hints = try material.words(of: exercise.name).hints
        let entry = try await progress.change(exercise.name) { $0.hints = min($0.hints + 1, hints.count) }
        return Hint(step: entry.hints, text: hints[entry.hints - 1])
    }

    func recordPass(of exercise: Exercise) async throws(ErrorWrapper) -> Exercise? {
        try await progress.change(exercise.name) { $0.isPassed = true }
        return try await exercises(material).first { !$0.isPassed }
    }

    func restore(_ exercise: Exercise) async throws(ErrorWrapper) -> String? {
        let material = try material
        let given = material.given
        let paths = try material.paths(of: exercise.name)
        let copies = folder.folder("Kept/\(exercise.name)-\(String(randomSource.next(), radix: 16))")
        var isChanged = false
        do {
            for path in paths {
                let original = given.has(path) ? try given.read(path) : nil
                guard let current = folder.has(path) ? try folder.read(path) : nil, current != original else {
                    if let original, !folder.has(path) { try folder.write(original, to: path) }
                    continue
                }
                try copies.write(current, to: path)
                isChanged = true
                if let original { try folder.write(original, to: path) } else { try folder.remove(path) }
            }
        } catch {
            throw failure(to: .unwritable(location: directory, content: .folder), error)
        }
        try await progress.change(exercise.name) { $0 = CourseProgress.Entry() }
        return isChanged ? copies.path : nil
    }

    func solution(of exercise: Exercise) async throws(ErrorWrapper) -> [SolvedFile] {
        let solution = try material.solution(of: exercise.name)
        var files: [SolvedFile] = []
        for path in solution.files {
            do throws(InputFile.Flaw) {
                files.append(SolvedFile(path: path, text: String(decoding: try solution.read(path), as: UTF8.self)))
            } catch {
                throw ErrorWrapper(error, of: solution.path(of: path), content: .folder)
            }
        }
        return files
    }
}

extension FileCourseFolder {
    /// The place where the program looks for its source.
    private static var place: String { SourceRoot.executable ?? "?" }

    private var progress: CourseProgress { CourseProgress(directory: directory, clock: clock) }

    private var isThere: Bool { folder.has(CourseProgress.file) }

    /// The course material. Throws if it has disappeared since the exercises were listed.
    private var material: CourseMaterial {
        get throws(ErrorWrapper) {
            guard let source else {
                throw .system(error: .dataStore(.unreadable(location: Self.place, content: .folder)))
            }
            return CourseMaterial(source)
        }
    }

    private func make(_ making: Folder, from source: SourceRoot) async throws {
        try FileManager.default.createDirectory(atPath: making.path, withIntermediateDirectories: false)
        try CourseMaterial(source).write(to: making)
        try await CourseProgress(directory: making.path, clock: clock).begin(program: CourseMaterial.program)
    }

    private func exercises(_ material: CourseMaterial) async throws(ErrorWrapper) -> [Exercise] {
        var exercises: [Exercise] = []
        for (index, name) in material.names.enumerated() {
            exercises.append(
                Exercise(
                    number: index + 1, name: name, title: try material.words(of: name).title,
                    isPassed: try await progress.entry(of: name).isPassed))
        }
        return exercises
    }

    private func failure(to error: SystemErrors.DataStore, _ cause: any Error) -> ErrorWrapper {
        if let error = cause as? ErrorWrapper { return error }
        return .system(error: .dataStore(error), causedBy: cause)
    }
}

/// The content of `progress.json`. This file also identifies a folder of the course.
struct CourseProgress: Sendable {
    static let file = "progress.json"

    private let document: DocumentFile

    init(directory: String, clock: any Clock) {
        document = DocumentFile(
            directory: directory, name: Self.file,
            format: DocumentFormat(name: "\(LibrarySource.package).course/1", ownMembers: { [] }), clock: clock,
            content: .folder, isShared: true)
    }

    /// The progress of one exercise.
    struct Entry: Sendable, Hashable {
        var isPassed = false
        /// The number of shown hints.
        var hints = 0
    }

    /// Writes the file for a new course.
    func begin(program: String) async throws(ErrorWrapper) {
        try await document.update { document throws(ErrorWrapper) in document["program"] = .string(program) }
    }

    /// Returns the name of the program of the course.
    func program() async throws(ErrorWrapper) -> String {
        guard case .string(let program)? = try await document.read()["program"] else { throw damaged("program") }
        return program
    }

    func entry(of exercise: String) async throws(ErrorWrapper) -> Entry {
        try entry(of: exercise, in: await document.read())
    }

    @discardableResult
    func change(
        _ exercise: String, _ change: @Sendable (inout Entry) -> Void
    ) async throws(ErrorWrapper) -> Entry {
        try await document.update { document throws(ErrorWrapper) in
            var entry = try entry(of: exercise, in: document)
            change(&entry)
            document[exercise] = .object(["passed": .bool(entry.isPassed), "hints": .integer(Int64(entry.hints))])
            return entry
        }
    }

    private func entry(of exercise: String, in document: [String: JSON]) throws(ErrorWrapper) -> Entry {
        guard let member = document[exercise] else { return Entry() }
        guard case .object(let members) = member, case .bool(let isPassed)? = members["passed"],
            case .integer(let hints)? = members["hints"], (0...2).contains(hints)
        else { throw damaged(exercise) }
        return Entry(isPassed: isPassed, hints: Int(hints))
    }

    private func damaged(_ member: String) -> ErrorWrapper {
        .system(
            error: .dataStore(.damaged(location: document.path, content: .folder)),
            causedBy: DocumentError.wrongType(member: member, expected: "entry of the progress"))
    }
}
