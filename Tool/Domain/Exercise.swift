import UsecasesEngine

/// An exercise of the course.
struct Exercise: Sendable, Hashable, Codable {
    /// The position in the course, counted from 1.
    let number: Int
    /// The name of its folder, such as `02-the-missing-alternative`.
    let name: String
    let title: Sentence
    let isPassed: Bool

    /// The first exercise, not passed yet.
    static let example = Exercise(
        number: 1, name: "01-read-and-run", title: Sentence(en: "Read and run", ja: "読んで動かす"), isPassed: false)
    /// The second exercise, passed.
    static let passedExample = Exercise(
        number: 2, name: "02-the-missing-alternative", title: Sentence(en: "The missing alternative", ja: "足りない代替シーン"),
        isPassed: true)
}

extension Exercise: CustomStringConvertible {
    var description: String { name }
}

/// The exercises of the course, or the reason why there are none.
enum Lessons: Sendable, Hashable, Codable {
    /// All exercises in order, at least one.
    case exercises([Exercise])
    case refused(CourseRefusal)

    static let example = Lessons.exercises([.example, .passedExample])

    /// Returns the exercise with this number. Without a number, returns the first exercise that is not passed, or the
    /// last if all are passed.
    func chosen(_ number: Int?) -> Result<Exercise, CourseRefusal> {
        switch self {
        case .refused(let refusal): return .failure(refusal)
        case .exercises(let exercises):
            let chosen =
                if let number {
                    exercises.first { $0.number == number }
                } else {
                    exercises.first { !$0.isPassed } ?? exercises.last
                }
            guard let chosen else { return .failure(.noSuchExercise(number ?? 0, last: exercises.count)) }
            return .success(chosen)
        }
    }
}

/// The result of opening the folder of the course.
enum OpenedCourse: Sendable, Hashable, Codable {
    case made(directory: String, first: Exercise)
    /// The folder already exists and was not changed.
    case continued(directory: String, next: Exercise)
    case refused(CourseRefusal)
}

/// The reason why the course cannot start or continue.
enum CourseRefusal: Error, Hashable, Codable {
    case noSuchExercise(Int, last: Int)
    /// The directory is not a folder of the course.
    case noFolder(String)
    /// The place does not contain the course material.
    case noMaterial(String)
    /// The path is a file or a folder that is not empty.
    case occupied(String)
    /// The path is invalid, or a part of it does not exist.
    case unusable(String)
}

/// A hint for an exercise, in two steps.
struct Hint: Sendable, Hashable, Codable {
    /// The step, 1 or 2.
    let step: Int
    let text: Sentence
}

/// A file of a solution.
struct SolvedFile: Sendable, Hashable, Codable {
    /// The path relative to the folder of the course.
    let path: String
    let text: String
}
