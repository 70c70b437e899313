package import Usecases

/// An exercise of the course.
package struct Exercise: Sendable, Hashable, Codable {
    /// The position in the course, counted from 1.
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

    /// The first exercise, not passed yet.
    package static let example = Exercise(
        number: 1, name: "01-read-and-run", title: Sentence(en: "Read and run", ja: "読んで動かす"), isPassed: false)
    /// The second exercise, passed.
    package static let passedExample = Exercise(
        number: 2, name: "02-the-missing-alternative", title: Sentence(en: "The missing alternative", ja: "足りない代替シーン"),
        isPassed: true)
}

/// The exercises in the folder of the course.
package enum Lessons: Sendable, Hashable, Codable {
    /// All exercises in order, at least one.
    case exercises([Exercise], directory: String)
    /// The directory does not contain a folder of the course.
    case noFolder(directory: String)
    /// The place does not contain the course material.
    case noMaterial(place: String)

    package static let example = Lessons.exercises([.example, .passedExample], directory: "course")
}

/// The result of opening the folder of the course.
package enum OpenedCourse: Sendable, Hashable, Codable {
    case made(directory: String, first: Exercise)
    /// The folder already exists and was not changed.
    case continued(directory: String, next: Exercise)
    /// The path is occupied or unusable.
    case refused(directory: String, FolderFlaw)
    case noMaterial(place: String)
}

/// The reason why a path cannot be the folder of the course.
package enum FolderFlaw: String, Sendable, Hashable, Codable, CaseIterable {
    /// The path is a file or a folder that is not empty.
    case occupied
    /// The path is invalid, or a part of it does not exist.
    case unusable
}

/// A hint for an exercise, in two steps.
package struct Hint: Sendable, Hashable, Codable {
    /// The step, 1 or 2.
    package let step: Int
    package let text: Sentence

    package init(step: Int, text: Sentence) {
        self.step = step
        self.text = text
    }
}

/// A file of a solution.
package struct SolvedFile: Sendable, Hashable, Codable {
    /// The path relative to the folder of the course.
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

/// The requirements of an exercise, from its `asked.json`.
package struct AskedExercise: Sendable, Hashable, Codable {
    package struct Scenario: Sendable, Hashable, Codable {
        /// The outcomes of ports, such as `DataStore.get(reader)=absent`. Every run with these outcomes must match the
        /// scenario.
        package let when: [String]?
        /// The names of the scenes, with the goal last.
        package let scenes: [String]
        /// The name of the error that ends the run, or `*` for any error.
        package let failure: String?
        /// The required port calls, such as `DataStore.save(reader: Aoi)`.
        package let calls: [String]?
    }

    /// A run of the user's program. All runs of an exercise share one state directory.
    package struct Run: Sendable, Hashable, Codable {
        package let arguments: [String]
        /// The answers of the service, in the order of the requests.
        package let answers: [Answer]?
        /// The number of the request that kills the run, counted from 1.
        package let isKilledAt: Int?
        /// The expected scenes, or `nil` for a killed run.
        package let scenes: [String]?
        package let failure: String?
        /// The expected values of the run, by name.
        package let values: [String: String]?
        /// The expected requests of all runs up to this one, such as `POST /tickets`.
        package let requests: [String]?
    }

    package struct Answer: Sendable, Hashable, Codable {
        package let status: Int
        package let body: String
    }

    package struct Question: Sendable, Hashable, Codable {
        /// The file with the answer, relative to the folder of the course.
        package let file: String
        package let right: [String]
        /// The messages about wrong answers. The key `*` stands for any other answer.
        package let wrong: [String: Sentence]
    }

    package let usecase: String
    package let actors: [Actor]?
    package let scenarios: [Scenario]?
    /// The English sentences of scenes that the user has not written yet.
    package let english: [String: String]?
    package let runs: [Run]?
    /// The environment variable with the address of the service.
    package let service: String?
    /// The file for the recording of a run.
    package let recording: String?
    package let question: Question?
}

/// A use case as explored by the laboratory of the user's program.
package struct ExploredUsecase: Sendable, Hashable {
    package struct Way: Sendable, Hashable {
        package let scenes: [String]
        package let failure: String?
        /// The calls with their outcomes, such as `DataStore.get(reader)=absent`.
        package let calls: [String]

        package init(scenes: [String], failure: String?, calls: [String]) {
            self.scenes = scenes
            self.failure = failure
            self.calls = calls
        }
    }

    package let actors: [Actor]
    /// The paths that end.
    package let ways: [Way]
    /// Whether the use case has other paths.
    package let isEndless: Bool
    package let findings: [Sentence]
    /// The sentences of the scenes, by name.
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
    /// Returns the exercise with this number. Without a number, returns the first exercise that is not passed, or the
    /// last if all are passed. Returns `nil` if the exercise does not exist.
    package func chosen(_ number: Int?) -> Exercise? {
        guard let number else { return first { !$0.isPassed } ?? last }
        return first { $0.number == number }
    }
}
