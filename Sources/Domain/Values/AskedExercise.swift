package import Usecases

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
