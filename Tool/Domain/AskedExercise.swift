import UsecasesEngine

/// The requirements of an exercise, from its `exercise.json`.
struct AskedExercise: Sendable, Hashable, Codable {
    struct Scenario: Sendable, Hashable, Codable {
        /// The outcomes of ports, such as `DataStore.get(reader)=absent`. Every run with these outcomes must match the
        /// scenario.
        let when: [String]?
        /// The names of the scenes, with the goal last.
        let scenes: [String]
        /// The name of the error that ends the run, or `*` for any error.
        let failure: String?
        /// The required port calls, such as `DataStore.save(reader: Aoi)`.
        let calls: [String]?
    }

    /// A run of the user's program. All runs of an exercise share one state directory.
    struct Run: Sendable, Hashable, Codable {
        let arguments: [String]
        /// The answers of the service, in the order of the requests.
        let answers: [Answer]?
        /// The number of the request that kills the run, counted from 1.
        let isKilledAt: Int?
        /// The expected scenes, or `nil` for a killed run.
        let scenes: [String]?
        let failure: String?
        /// The expected values of the run, by name.
        let values: [String: String]?
        /// The expected requests of all runs up to this one, such as `POST /tickets`.
        let requests: [String]?
    }

    struct Answer: Sendable, Hashable, Codable {
        let status: Int
        let body: String
    }

    struct Question: Sendable, Hashable, Codable {
        /// The file with the answer, relative to the folder of the course.
        let file: String
        let right: [String]
        /// The messages about wrong answers. The key `*` stands for any other answer.
        let wrong: [String: Sentence]
    }

    let usecase: String
    let actors: [Actor]?
    let scenarios: [Scenario]?
    /// The English sentences of scenes that the user has not written yet.
    let english: [String: String]?
    let runs: [Run]?
    /// The environment variable with the address of the service.
    let service: String?
    /// The file for the recording of a run.
    let recording: String?
    let question: Question?
}

/// A use case as explored by the laboratory of the user's program.
struct ExploredUsecase: Sendable, Hashable {
    struct Way: Sendable, Hashable {
        let scenes: [String]
        let failure: String?
        /// The calls with their outcomes, such as `DataStore.get(reader)=absent`.
        let calls: [String]
    }

    let actors: [Actor]
    /// The paths that end.
    let ways: [Way]
    /// Whether the use case has other paths.
    let isEndless: Bool
    let findings: [Sentence]
    /// The sentences of the scenes, by name.
    let sentences: [String: Sentence]
}
