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

/// What an exercise asks for, as it is written in its `asked.json`.
package struct AskedExercise: Sendable, Hashable, Codable {
    package struct Scenario: Sendable, Hashable, Codable {
        /// If the ports come to these outcomes, such as `DataStore.get(reader)=absent`, every run must be like this.
        package let when: [String]?
        /// The names of the scenes, the goal last.
        package let scenes: [String]
        /// The name of the error in which it ends, or `*` for any.
        package let failure: String?
        /// Calls of ports that such a run must make, such as `DataStore.save(reader: Aoi)`.
        package let calls: [String]?
    }

    /// A run of the program that was written, in a state directory that all runs of an exercise share.
    package struct Run: Sendable, Hashable, Codable {
        package let arguments: [String]
        /// What a service answers, one request after the other.
        package let answers: [Answer]?
        /// The run is killed when the service gets this request, counted from 1.
        package let isKilledAt: Int?
        /// `nil` for a run that is killed.
        package let scenes: [String]?
        package let failure: String?
        /// What it must find out, by name.
        package let values: [String: String]?
        /// The requests that all runs up to this one must have made: `POST /tickets`.
        package let requests: [String]?
    }

    package struct Answer: Sendable, Hashable, Codable {
        package let status: Int
        package let body: String
    }

    package struct Question: Sendable, Hashable, Codable {
        /// The file that the answer is written into, below the folder of the course.
        package let file: String
        package let right: [String]
        /// What is to be said about wrong answers; `*` is any other.
        package let wrong: [String: Sentence]
    }

    package let usecase: String
    package let actors: [Actor]?
    package let scenarios: [Scenario]?
    /// English sentences of scenes that are still to be written.
    package let english: [String: String]?
    package let runs: [Run]?
    /// The environment variable that tells the program the address of the service.
    package let service: String?
    /// The file into which a run has to be recorded.
    package let recording: String?
    package let question: Question?
}

/// A use case as the laboratory of the program that was written explores it.
package struct ExploredUsecase: Sendable, Hashable {
    package struct Way: Sendable, Hashable {
        package let scenes: [String]
        package let failure: String?
        /// Each call with its outcome, such as `DataStore.get(reader)=absent`.
        package let calls: [String]

        package init(scenes: [String], failure: String?, calls: [String]) {
            self.scenes = scenes
            self.failure = failure
            self.calls = calls
        }
    }

    package let actors: [Actor]
    /// The ways that end.
    package let ways: [Way]
    /// Whether there are others.
    package let isEndless: Bool
    package let findings: [Sentence]
    /// The sentences of the scenes, by their names.
    package let sentences: [String: Sentence]

    package init(
        actors: [Actor], ways: [Way], isEndless: Bool, findings: [Sentence], sentences: [String: Sentence]
    ) {
        self.actors = actors
        self.ways = ways
        self.isEndless = isEndless
        self.findings = findings
        self.sentences = sentences
    }
}

extension [Exercise] {
    /// The one with this number; without a number the first that is not passed, or the last if all are. `nil` if there is
    /// none.
    package func chosen(_ number: Int?) -> Exercise? {
        guard let number else { return first { !$0.isPassed } ?? last }
        return first { $0.number == number }
    }
}
