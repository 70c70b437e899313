import Foundation
import UsecasesEngine
import UsecasesStorage
import UsecasesSystem

/// The application and the exercises in the folder `Course` of the source.
struct CourseMaterial: Sendable {
    /// The name of the application's program.
    static let program = "course"

    /// The texts in an exercise's `exercise.json`.
    struct Words: Decodable {
        let title: Sentence
        let hints: [Sentence]
    }

    private let root: SourceRoot
    private let folder: Folder

    init(_ root: SourceRoot) {
        self.root = root
        folder = Folder(root.path).folder("Course")
    }

    /// The names of the exercises in order, such as `01-read-and-run`.
    var names: [String] {
        Set(folder.files.compactMap { $0.split(separator: "/").first }.filter { $0.first?.isNumber ?? false })
            .map { String($0) }.sorted()
    }

    func words(of exercise: String) throws(ErrorWrapper) -> Words {
        let words: Words = try decode(exercise)
        guard words.hints.count == 2 else { throw damaged(exercise, OtherHints(count: words.hints.count)) }
        return words
    }

    func asked(of exercise: String) throws(ErrorWrapper) -> AskedExercise { try decode(exercise) }

    /// The application with the unsolved exercises.
    var given: Folder { folder.folder("application") }

    func solution(of exercise: String) -> Folder { folder.folder(exercise + "/solution") }

    /// Returns the paths of an exercise's files in the application, in order.
    func paths(of exercise: String) throws(ErrorWrapper) -> [String] {
        let asked = try asked(of: exercise)
        let files = given.files.filter {
            $0.hasPrefix("Exercises/\(exercise)/") || $0 == "Sources/Application/\(asked.usecase).swift"
        }
        let recording = asked.recording.map { [$0] } ?? []
        return Set(files + solution(of: exercise).files + recording).sorted()
    }

    private func path(of exercise: String) -> String { folder.path(of: exercise + "/exercise.json") }

    private func decode<Value: Decodable>(_ exercise: String) throws(ErrorWrapper) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: folder.read(exercise + "/exercise.json"))
        } catch let flaw as InputFile.Flaw {
            throw ErrorWrapper(flaw, of: path(of: exercise), content: .folder)
        } catch {
            throw damaged(exercise, UnreadableJSON(error))
        }
    }

    private func damaged(_ exercise: String, _ cause: any Error) -> ErrorWrapper {
        .system(error: .dataStore(.damaged(location: path(of: exercise), content: .folder)), causedBy: cause)
    }
}

extension CourseMaterial {
    /// The packages that the libraries of the course depend on.
    private static let packages = ["swift-argument-parser", "swift-http-types"]
    /// The folders of these packages that no product needs.
    private static let unneeded: Set<Substring> = ["Benchmarks", "Examples", "Tests"]
    private static let manifest = "Package.swift"

    /// Writes the folder of the course into an empty folder: the application with a copy of all packages, so that it
    /// builds without a network.
    func write(to course: Folder) throws {
        try course.copy(from: given, given.files.filter { ![Self.manifest, "Package.resolved"].contains($0) })
        try course.write(Data(try manifest.utf8), to: Self.manifest)
        let libraries = Folder(root.path).folder("Libraries")
        try course.folder("Packages/\(LibrarySource.package)/Libraries").copy(from: libraries, libraries.files)
        for package in Self.packages {
            let checkout = Folder(root.packages).folder(package)
            let files = checkout.files.filter { !Self.unneeded.contains($0.prefix { $0 != "/" }) }
            try course.folder("Packages/" + package).copy(from: checkout, files)
        }
    }

    /// The manifest of the application, with all packages in the folder of the course.
    private var manifest: String {
        get throws {
            String(decoding: try given.read(Self.manifest), as: UTF8.self)
                .replacing("path: \"../..\"", with: "path: \"Packages/\(LibrarySource.package)\"")
                .replacing(#/\.package\(url: "[^"]*\/([\w-]+)", from: "[^"]*"\)/#) {
                    ".package(path: \"Packages/\($0.1)\")"
                }
        }
    }
}

private struct OtherHints: Error, CustomStringConvertible {
    let count: Int

    var description: String { "an exercise has two hints, and this one has \(count)" }
}

/// The user's recordings and answers in the folder of the course.
struct Answers {
    let folder: Folder

    func compare(_ asked: AskedExercise) throws(ErrorWrapper) -> [Difference] {
        if let file = asked.recording {
            guard folder.has(file), let recording = try? Recording(text(of: file)),
                recording.runs.contains(where: { $0.usecase == asked.usecase && $0.goal != nil })
            else { return [.noRecording(usecase: asked.usecase, file: file)] }
        }
        guard let question = asked.question else { return [] }
        let answer = String(decoding: try text(of: question.file), as: UTF8.self)
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .first { !$0.isEmpty && !$0.hasPrefix("#") }
        guard let answer else { return [.noAnswer(file: question.file)] }
        guard !question.right.contains(answer) else { return [] }
        let reason = question.wrong[answer] ?? question.wrong["*"] ?? Sentence(answer)
        return [.wrongAnswer(file: question.file, reason: reason)]
    }

    private func text(of file: String) throws(ErrorWrapper) -> Data {
        do {
            return try folder.read(file)
        } catch .unreadable(_, _, ENOENT) {
            return Data()
        } catch {
            throw ErrorWrapper(error, of: folder.path(of: file), content: .folder)
        }
    }
}
