package import Usecases

/// How what somebody wrote differs from what an exercise asks for.
package enum Difference: Sendable, Hashable, Codable {
    /// The program has no use case of this name.
    case noUsecase(name: String)
    /// No run is like this.
    case missing(scenario: ToldScenario)
    /// A run that should be like the first is like the second, when the ports come to these outcomes.
    case other(when: [String], should: ToldScenario, does: ToldScenario)
    /// No run should be like this.
    case tooMuch(scenario: ToldScenario)
    /// A run that is like this should make the call.
    case noCall(scenario: ToldScenario, call: String)
    /// Other actors than these may run it.
    case actors(should: [Actor], does: [Actor])
    /// What the laboratory of the program found.
    case finding(sentence: Sentence)
    /// The command ends otherwise.
    case run(command: String, should: ToldScenario, does: ToldScenario)
    /// The command finds out another value; `nil` if it finds out none.
    case value(command: String, name: String, should: String, does: String?)
    /// The commands make other requests to the service.
    case requests(command: String, should: [String], does: [String])
    /// The command has no result.
    case broken(command: String, breakdown: Breakdown)
    /// The recording of a run of this use case is missing in this file.
    case noRecording(usecase: String, file: String)
    /// The question is not answered in this file.
    case noAnswer(file: String)
    /// The answer in the file is wrong, for this reason.
    case wrongAnswer(file: String, reason: Sentence)

    /// Why a command has no result.
    package enum Breakdown: Sendable, Hashable, Codable {
        case timedOut(seconds: Int)
        case tooMuchOutput
        case crashed(signal: Int32)
        /// What it wrote is no report; it begins with these words.
        case unreadable(beginning: String)
    }
}

/// A scenario in words.
package struct ToldScenario: Sendable, Hashable, Codable {
    /// The goal is the last one, if one was reached.
    package let scenes: [Sentence]
    /// The names of the errors in which runs like this end; none if they end in a goal, and `*` for any.
    package let failures: [String]

    package init(scenes: [Sentence], failures: [String]) {
        self.scenes = scenes
        self.failures = failures
    }
}
