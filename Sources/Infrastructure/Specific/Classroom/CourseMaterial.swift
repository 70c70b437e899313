import CalearningDomain
import Foundation
import Usecases
import UsecasesSystem

/// The exercises as their authors wrote them, in the folder `Course` of the source.
struct CourseMaterial: Sendable {
    /// What `words.json` of an exercise says.
    struct Words: Decodable {
        let title: Sentence
        let hints: [Sentence]
    }

    /// A line of the application that another one is put behind, as `application/lines.json` says.
    private struct Insertion: Decodable {
        let file: String
        let after: String
        let lines: [String]
    }

    private let folder: Folder

    init(_ root: SourceRoot) {
        folder = Folder(root.path).folder("Course")
    }

    var path: String { folder.path }

    /// The names of the exercises, in order: `01-read-and-run`.
    var names: [String] {
        Set(folder.files.compactMap { $0.split(separator: "/").first }.filter { $0.first?.isNumber ?? false })
            .map { String($0) }.sorted()
    }

    func words(of exercise: String) throws(ErrorWrapper) -> Words {
        let file = exercise + "/words.json"
        let words: Words = try decode(file)
        guard words.hints.count == 2 else { throw damaged(file, OtherHints(count: words.hints.count)) }
        return words
    }

    func asked(of exercise: String) throws(ErrorWrapper) -> AskedExercise { try decode(exercise + "/asked.json") }

    /// The files that are given with an exercise.
    func given(with exercise: String) -> Folder { folder.folder(exercise + "/given") }

    func solution(of exercise: String) -> Folder { folder.folder(exercise + "/solution") }

    /// Everything that an exercise can put into the application, in order.
    func paths(of exercise: String) throws(ErrorWrapper) -> [String] {
        let recording = try asked(of: exercise).recording.map { [$0] } ?? []
        return Set(given(with: exercise).files + solution(of: exercise).files + recording).sorted()
    }

    /// The text of an exercise, by the name of its file in the folder of the course; `program` is what its commands run.
    func texts(of exercise: String, program: String) throws(ErrorWrapper) -> [String: Data] {
        var texts: [String: Data] = [:]
        for name in ["README.md", "README.ja.md"] {
            let text = String(decoding: try read(exercise + "/" + name), as: UTF8.self)
            texts[name] = Data(Self.filled(text, program: program).utf8)
        }
        return texts
    }

    static func filled(_ text: String, program: String) -> String {
        text.replacing("{program}", with: program).replacing("{learn}", with: "\(Product.own.name) learn")
    }

    /// Lays everything over an application: its parts that belong to no exercise, and all exercises as they are given.
    func lay(over application: Folder, program: String) throws {
        let common = folder.folder("application/files")
        try application.copy(from: common, common.files)
        let insertions: [Insertion] = try decode("application/lines.json")
        for insertion in insertions { try insert(insertion, into: application) }
        for name in names {
            let given = given(with: name)
            try application.copy(from: given, given.files)
            for (file, text) in try texts(of: name, program: program) {
                try application.write(text, to: "Exercises/\(name)/\(file)")
            }
        }
    }

    private func insert(_ insertion: Insertion, into application: Folder) throws {
        let text = String(decoding: try application.read(insertion.file), as: UTF8.self)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        guard let index = lines.firstIndex(where: { $0.trimmingCharacters(in: .whitespaces) == insertion.after })
        else {
            throw damaged("application/lines.json", NoSuchLine(file: insertion.file, line: insertion.after))
        }
        let indent = lines[index].prefix { $0 == " " }
        let isList = insertion.after.hasSuffix("[")
        lines.insert(contentsOf: insertion.lines.map { (isList ? indent + "    " : indent) + $0 }, at: index + 1)
        try application.write(Data(lines.joined(separator: "\n").utf8), to: insertion.file)
    }

    private func read(_ file: String) throws(ErrorWrapper) -> Data {
        do {
            return try folder.read(file)
        } catch {
            throw ErrorWrapper(error, of: folder.path(of: file), content: .folder)
        }
    }

    private func decode<Value: Decodable>(_ file: String) throws(ErrorWrapper) -> Value {
        let data = try read(file)
        do {
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            throw damaged(file, UnreadableJSON(error))
        }
    }

    private func damaged(_ file: String, _ cause: any Error) -> ErrorWrapper {
        let path = folder.path(of: file)
        return .system(error: .dataStore(.内容が壊れています(location: path, content: .folder)), causedBy: cause)
    }
}

private struct NoSuchLine: Error, CustomStringConvertible {
    let file: String
    let line: String

    var description: String { "\(file) has no line “\(line)”" }
}

private struct OtherHints: Error, CustomStringConvertible {
    let count: Int

    var description: String { "an exercise has two hints, and this one has \(count)" }
}
