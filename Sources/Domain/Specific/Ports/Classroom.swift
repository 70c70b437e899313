/// The folder in which somebody does the course: an application of their own, the exercises in it, and the progress.
///
/// Each operation throws `読み込みに失敗`, `書き込みに失敗` or `内容が壊れています`, naming the file.
package protocol Classroom: Sendable {
    /// Makes the folder. What is there already is never changed.
    func open() async throws(ErrorWrapper) -> OpenedClassroom
    func lessons() async throws(ErrorWrapper) -> Lessons
    /// The first hint, and from the second time on the second one.
    func hint(for exercise: Exercise) async throws(ErrorWrapper) -> Hint
    /// The next exercise that is not passed; `nil` if all are.
    func recordPass(of exercise: Exercise) async throws(ErrorWrapper) -> Exercise?
    /// Makes the files of the exercise what they were at first, and returns the folder of the copies that were made of
    /// changed ones; `nil` if none had changed.
    func restore(_ exercise: Exercise) async throws(ErrorWrapper) -> String?
    func solution(of exercise: Exercise) async throws(ErrorWrapper) -> [SolvedFile]
}

struct UnprovidedClassroom: Classroom {
    private static let error = ErrorWrapper.system(error: .dependency(.未設定(port: "Classroom")))

    func open() async throws(ErrorWrapper) -> OpenedClassroom { throw Self.error }

    func lessons() async throws(ErrorWrapper) -> Lessons { throw Self.error }

    func hint(for exercise: Exercise) async throws(ErrorWrapper) -> Hint { throw Self.error }

    func recordPass(of exercise: Exercise) async throws(ErrorWrapper) -> Exercise? { throw Self.error }

    func restore(_ exercise: Exercise) async throws(ErrorWrapper) -> String? { throw Self.error }

    func solution(of exercise: Exercise) async throws(ErrorWrapper) -> [SolvedFile] { throw Self.error }
}
