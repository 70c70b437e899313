/// A workshop that is used through a tap.
struct TappedWorkshop: Workshop {
    let base: any Workshop
    let tap: any RunTap

    func build() async throws(ErrorWrapper) -> BuildOutcome {
        let operation = PortOperation<BuildOutcome>(
            "Workshop", "build()",
            outcomes: [
                PossibleOutcome("built", .built),
                PossibleOutcome("flawed", .flawed(["Greet.swift:1:1: error: …"])),
                PossibleOutcome("timed-out", .timedOut(seconds: 600)),
                PossibleOutcome("no-toolchain", .noToolchain), .interruption,
            ])
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.build() }
    }

    func compare(_ exercise: Exercise) async throws(ErrorWrapper) -> [Difference] {
        let operation = PortOperation<[Difference]>(
            "Workshop", "compare(_:)", [exercise.name],
            outcomes: [PossibleOutcome("equal", []), PossibleOutcome("different", [.noUsecase(name: "Greet")])]
                + PossibleOutcome.readErrors + [.interruption])
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.compare(exercise) }
    }

    func waitForChange() async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "Workshop", "waitForChange()",
            outcomes: [PossibleOutcome("changed", Done())] + PossibleOutcome.readErrors + [.interruption])
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.waitForChange()
            return Done()
        }
    }
}
