/// A maker of applications that is called through a tap.
struct TappedApplicationMaker: ApplicationMaker {
    let base: any ApplicationMaker
    let tap: any RunTap

    func isFree(_ directory: String) async throws(ErrorWrapper) -> Bool {
        let operation = PortOperation<Bool>(
            "ApplicationMaker", "isFree(_:)", [directory],
            outcomes: [PossibleOutcome("free", true), PossibleOutcome("occupied", false)]
                + PossibleOutcome.readErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.isFree(directory) }
    }

    func make(_ order: ApplicationOrder) async throws(ErrorWrapper) -> MadeApplication {
        let made = MadeApplication(name: order.name, directory: order.directory, files: 400)
        let operation = PortOperation<MadeApplication>(
            "ApplicationMaker", "make(_:)", ["\(order.name)", order.directory, "\(order.hasService)"], changes: true,
            outcomes: [PossibleOutcome("made", made)] + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.make(order) }
    }
}
