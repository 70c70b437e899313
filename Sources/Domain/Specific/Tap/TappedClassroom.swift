/// The folder of the course, reached through a tap.
struct TappedClassroom: Classroom {
    let base: any Classroom
    let tap: any RunTap

    func open() async throws(ErrorWrapper) -> OpenedClassroom {
        let directory = "course"
        let operation = PortOperation<OpenedClassroom>(
            "Classroom", "open()", changes: true,
            outcomes: [
                PossibleOutcome("made", .made(directory: directory, first: .example)),
                PossibleOutcome("continued", .continued(directory: directory, next: .example)),
                PossibleOutcome("refused", .refused(directory: directory, .occupied)),
                PossibleOutcome("no-material", .noMaterial(place: directory)),
            ] + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.open() }
    }

    func lessons() async throws(ErrorWrapper) -> Lessons {
        let operation = PortOperation<Lessons>(
            "Classroom", "lessons()",
            outcomes: [
                PossibleOutcome("exercises", .example),
                PossibleOutcome("no-folder", .noFolder(directory: "course")),
                PossibleOutcome("no-material", .noMaterial(place: "course")),
            ] + PossibleOutcome.readErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.lessons() }
    }

    func hint(for exercise: Exercise) async throws(ErrorWrapper) -> Hint {
        let operation = PortOperation<Hint>(
            "Classroom", "hint(for:)", [exercise.name], changes: true,
            outcomes: [
                PossibleOutcome("first", Hint(step: 1, text: Sentence(en: "Look at the port.", ja: "ポートを見てください。")))
            ] + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.hint(for: exercise) }
    }

    func recordPass(of exercise: Exercise) async throws(ErrorWrapper) -> Exercise? {
        let operation = PortOperation<Exercise?>(
            "Classroom", "recordPass(of:)", [exercise.name], changes: true,
            outcomes: [PossibleOutcome("next", .passedExample), PossibleOutcome("all-passed", nil)]
                + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.recordPass(of: exercise)
        }
    }

    func restore(_ exercise: Exercise) async throws(ErrorWrapper) -> String? {
        let operation = PortOperation<String?>(
            "Classroom", "restore(_:)", [exercise.name], changes: true,
            outcomes: [PossibleOutcome("restored", "Kept/1"), PossibleOutcome("unchanged", nil)]
                + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.restore(exercise) }
    }

    func solution(of exercise: Exercise) async throws(ErrorWrapper) -> [SolvedFile] {
        let operation = PortOperation<[SolvedFile]>(
            "Classroom", "solution(of:)", [exercise.name],
            outcomes: [PossibleOutcome("found", [SolvedFile(path: "Sources/Greet.swift", text: "enum Greet {}")])]
                + PossibleOutcome.readErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.solution(of: exercise)
        }
    }
}
