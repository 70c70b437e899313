package import Usecases

/// An exercise of the course.
package struct Exercise: Sendable, Hashable, Codable {
    /// Its place in the course, counted from 1.
    package let number: Int
    /// The name of its folder, such as `02-the-missing-alternative`.
    package let name: String
    package let title: Sentence
    package let isPassed: Bool

    package init(number: Int, name: String, title: Sentence, isPassed: Bool) {
        self.number = number
        self.name = name
        self.title = title
        self.isPassed = isPassed
    }

    /// The first one, which is not passed yet.
    package static let example = Exercise(
        number: 1, name: "01-read-and-run", title: Sentence(en: "Read and run", ja: "読んで動かす"), isPassed: false)
    /// The second one, which is passed.
    package static let passedExample = Exercise(
        number: 2, name: "02-the-missing-alternative", title: Sentence(en: "The missing alternative", ja: "足りない代替シーン"),
        isPassed: true)
}

/// The exercises of the course as they are in somebody's folder.
package enum Lessons: Sendable, Hashable, Codable {
    /// All of them, in order, at least one.
    case exercises([Exercise], directory: String)
    /// There is no folder of the course in this place.
    case noFolder(directory: String)
    /// The material of the course is not in this place, in which the program looks for it.
    case noMaterial(place: String)

    package static let example = Lessons.exercises([.example, .passedExample], directory: "course")
}

/// What came of making the folder of the course.
package enum OpenedClassroom: Sendable, Hashable, Codable {
    case made(directory: String, first: Exercise)
    /// It is there already, and was left as it is.
    case continued(directory: String, next: Exercise)
    /// Something else is there, or there can be nothing.
    case refused(directory: String, FolderFlaw)
    case noMaterial(place: String)
}

/// Why a folder cannot be the one of the course.
package enum FolderFlaw: String, Sendable, Hashable, Codable, CaseIterable {
    /// It is there, and is not empty or no folder.
    case occupied
    /// Its path is not one, or leads through something that is not there.
    case unusable
}

/// How to go on with an exercise, in two steps.
package struct Hint: Sendable, Hashable, Codable {
    /// 1 or 2.
    package let step: Int
    package let text: Sentence

    package init(step: Int, text: Sentence) {
        self.step = step
        self.text = text
    }
}

/// A file of a solution.
package struct SolvedFile: Sendable, Hashable, Codable {
    /// Below the folder of the course.
    package let path: String
    package let text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

extension Exercise: CustomStringConvertible {
    package var description: String { name }
}
