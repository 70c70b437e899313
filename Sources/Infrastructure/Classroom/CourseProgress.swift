import CalearningDomain
import Usecases
import UsecasesSystem

/// What is kept in `progress.json` of the folder of the course, which is also how such a folder is recognised.
struct CourseProgress: Sendable {
    static let file = "progress.json"

    private let document: DocumentFile

    init(directory: String, clock: any Clock) {
        document = DocumentFile(
            directory: directory, name: Self.file,
            format: DocumentFormat(name: "\(Product.own.name).course/1", ownMembers: { [] }), clock: clock,
            content: .folder, isShared: true)
    }

    /// Of one exercise.
    struct Entry: Sendable, Hashable {
        var isPassed = false
        /// How many hints have been shown.
        var hints = 0
    }

    /// Writes the file for a course that begins.
    func begin(program: String) async throws(ErrorWrapper) {
        try await document.update { document throws(ErrorWrapper) in document["program"] = .string(program) }
    }

    /// The name of the program of the course.
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
            error: .dataStore(.内容が壊れています(location: document.path, content: .folder)),
            causedBy: DocumentError.wrongType(member: member, expected: "entry of the progress"))
    }
}
